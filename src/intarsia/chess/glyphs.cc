#include "intarsia/chess/glyphs.h"

namespace intarsia::chess {

namespace {

// Foot and collar are alike in all, so that they make one set.
constexpr Glyph kGlyphs[kKinds] = {
    // pawn
    {"M18.9 18.4A5.8 5.8 0 1 1 26.1 18.4H28A1.3 1.3 0 0 1 28 21H26C26.3 25.8 28.2 29 31.4 31.6"
     "C32.8 32.8 33.4 33.8 33.4 35.4V39H11.6V35.4C11.6 33.8 12.2 32.8 13.6 31.6"
     "C16.8 29 18.7 25.8 19 21H17A1.3 1.3 0 0 1 17 18.4Z",
     "M13 35H32"},
    // knight: mane, eye, nostril
    {"M20.2 5.4L24.4 9.8C31.4 11 35.6 17.4 35.6 26.4C35.6 29.8 35.2 32.4 34.4 35.2H36V39H11.4V35.2"
     "H13.4C13.6 31.6 15.6 29.2 18.4 27C20.6 25.3 21.9 23.9 22.2 21.6C20.2 23.8 17.8 24.7 15.4 24.9"
     "C14.6 26.6 13.6 28 12.2 28.9C11.3 29.5 10.5 29.2 9.7 28.6C7.7 27.2 7.3 25.2 8.2 23.4"
     "C9.8 20.4 12.2 18.2 12.9 15C13.5 12.2 15.4 10.1 17.9 9.2C18.3 7.7 19.1 6.4 20.2 5.4Z",
     "M14.6 35.2H33M27.2 14.2C30.4 17 31.9 21.6 31.4 27.6M16.6 15.3L18.4 14.5M10.6 25.1L11.2 24.4"},
    // bishop
    {"M20.9 9.3A2.5 2.5 0 1 1 24.1 9.3C28.2 12.2 30.8 16.2 30.8 20.4C30.8 23.2 29.6 25.2 27.6 26.4"
     "H28.6A1.3 1.3 0 0 1 28.6 29H27.4C27.8 31 28.9 32 30.6 32.8C32.8 33.7 33.8 34.2 33.8 35.6V39"
     "H11.2V35.6C11.2 34.2 12.2 33.7 14.4 32.8C16.1 32 17.2 31 17.6 29H16.4A1.3 1.3 0 0 1 16.4 26.4"
     "H17.4C15.4 25.2 14.2 23.2 14.2 20.4C14.2 16.2 16.8 12.2 20.9 9.3Z",
     "M26 14.4L22 20M18.2 26.6H26.8M12.8 35.2H32.2"},
    // rook
    {"M11.6 8.4H16.2V11.6H20.2V8.4H24.8V11.6H28.8V8.4H33.4V15.2L29.8 18.2L30.8 30.4L33.4 32.8V35.2"
     "H35V39H10V35.2H11.6V32.8L14.2 30.4L15.2 18.2L11.6 15.2Z",
     "M16.4 18.2H28.6M15.6 30.4H29.4M12.8 35.2H32.2"},
    // queen: the coronet, then its five pearls
    {"M9.2 15.2L14.6 22.2L15.4 11.8L19.6 20.8L22.5 10.2L25.4 20.8L29.6 11.8L30.4 22.2L35.8 15.2"
     "L33 29C31.8 30.6 32 32 33.2 33.2C34.2 34.2 34.6 34.8 34.6 36V39H10.4V36"
     "C10.4 34.8 10.8 34.2 11.8 33.2C13 32 13.2 30.6 12 29Z"
     "M5.4 13.2a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0Z"
     "M12.8 9.6a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0Z"
     "M20.3 8a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0Z"
     "M27.8 9.6a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0Z"
     "M35.2 13.2a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0Z",
     "M13.4 28.8Q22.5 26 31.6 28.8M12 35.2H33"},
    // king
    {"M21.2 3.4H23.8V5.9H26.3V8.5H23.8V14.4C26.6 10.9 37.2 10.9 37.2 19C37.2 23.6 33.9 25.8 33 29"
     "C31.8 30.6 32 32 33.2 33.2C34.2 34.2 34.6 34.8 34.6 36V39H10.4V36"
     "C10.4 34.8 10.8 34.2 11.8 33.2C13 32 13.2 30.6 12 29C11.1 25.8 7.8 23.6 7.8 19"
     "C7.8 10.9 18.4 10.9 21.2 14.4V8.5H18.7V5.9H21.2Z",
     "M22.5 17.6V26.6M13.4 28.8Q22.5 26 31.6 28.8M12 35.2H33"},
};

constexpr std::string_view kSymbols[kColors][kKinds] = {
    {"\u2659", "\u2658", "\u2657", "\u2656", "\u2655", "\u2654"},
    {"\u265f", "\u265e", "\u265d", "\u265c", "\u265b", "\u265a"},
};

constexpr std::string_view kNames[kColors][kKinds] = {
    {"white pawn", "white knight", "white bishop", "white rook", "white queen", "white king"},
    {"black pawn", "black knight", "black bishop", "black rook", "black queen", "black king"},
};

}  // namespace

const Glyph& glyph(Kind kind) { return kGlyphs[kind]; }

std::string_view symbol(Piece piece) { return kSymbols[piece.color][piece.kind]; }

std::string_view name(Piece piece) { return kNames[piece.color][piece.kind]; }

std::string_view name(Kind kind) {
  const std::string_view whole = kNames[kWhite][kind];
  return whole.substr(whole.find(' ') + 1);
}

}  // namespace intarsia::chess
