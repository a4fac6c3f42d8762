"""Makes the page one file: bundles the script, packs the core, names the script in its policy.

    python3 page/build.py --core build/page/bin/core.wasm --out build/page/intarsia.html

The same sources give the same bytes.
"""

import argparse
import base64
import hashlib
import pathlib
import subprocess

SOURCES = pathlib.Path(__file__).with_name("src")


def bundled(source: pathlib.Path) -> str:
    """The script or style with all that it imports, without spaces."""
    command = ["esbuild", str(source), "--bundle", "--minify", "--charset=utf8"]
    if source.suffix == ".ts":
        command += ["--format=iife", "--target=es2022"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def packed(core: pathlib.Path) -> str:
    """As gzip, which browsers unpack; zopfli makes it a twentieth smaller than gzip does."""
    done = subprocess.run(["zopfli", "--gzip", "-c", str(core)], check=True, capture_output=True)
    return base64.b64encode(done.stdout).decode()


def hash_of(text: str) -> str:
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def policy(script: str, style: str) -> str:
    """What the page may do: run these two texts and the core, and nothing else."""
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src {hash_of(script)} 'wasm-unsafe-eval'",
            f"style-src {hash_of(style)}",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )


def page(core: pathlib.Path) -> str:
    script, style = bundled(SOURCES / "main.ts"), bundled(SOURCES / "page.css")
    for text, end in ((script, "</script"), (style, "</style")):
        if end in text.lower():
            raise SystemExit(f"page/build.py: the text of an element holds its own end, {end}")
    text = (SOURCES / "index.html").read_text(encoding="utf-8")
    for room, content in (
        ("{{policy}}", policy(script, style)),
        ("{{style}}", style),
        ("{{core}}", packed(core)),
        ("{{script}}", script),
    ):
        if text.count(room) != 1:
            raise SystemExit(f"page/build.py: index.html has no room for {room}")
        text = text.replace(room, content)
    return text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--core", type=pathlib.Path, required=True, help="the core as WebAssembly")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="the page")
    options = parser.parse_args()
    options.out.write_text(page(options.core), encoding="utf-8")


if __name__ == "__main__":
    main()
