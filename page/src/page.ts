// The page: one state, what the core says of it, and the parts that show it.

import type { Catalogue, Edit, Read, ReadGame, SetUp } from "./answers";
import { checked } from "./checked";
import { Comparison } from "./compare";
import { Composer } from "./compose";
import { Core, reading } from "./core";
import { announce, copyButton, h, put } from "./dom";
import { Found, openFiles } from "./files";
import { Filter } from "./filter";
import { keepFocus } from "./focus";
import { History } from "./history";
import { InputBox, notesOf } from "./input";
import { LayoutBar } from "./layout_bar";
import { ModeBar } from "./mode_bar";
import { gameOf, makeModel, Model, ofAnySize, startOf, usualLayout, whereOf } from "./model";
import { Player } from "./play";
import { Policies } from "./policies";
import { Scene } from "./scene";
import { SetUpPanel } from "./set_up";
import { kLast, kStart, Opened, State } from "./state";
import { Stepper } from "./stepping";
import { TakeAway } from "./take_away";
import { openTensor, ShownTensor, TensorFile, TensorPanel } from "./tensor";

export class Page {
  private state: State = kStart;
  private model!: Model;
  private read: Read | null = null; // where the line comes from
  private text = ""; // which the box had then
  private isTextWrong = false; // that of the box
  private hasSetUp = false; // the board that is set up was a position
  private before: State = kStart; // that board

  private readonly catalogue: Catalogue;
  private readonly history = new History();
  private readonly input: InputBox;
  private readonly scene = new Scene({
    take: (cell) => this.hands.take(cell), drag: (from, to) => this.hands.drag(from, to), pin: (cell) => this.pin(cell),
  });
  private readonly player: Player;
  private readonly setUp: SetUpPanel;
  private readonly stepper = new Stepper((ply) => this.change({ ply }, "step"));
  private readonly layouts: LayoutBar;
  private readonly composer: Composer;
  private readonly comparison = new Comparison((layout) => this.change({ with: layout }));
  private readonly policies: Policies;
  private readonly takeAway: TakeAway;
  private readonly tensor: TensorPanel;
  private readonly modes: ModeBar;
  private readonly filter = new Filter((planes) => this.change({ planes }, "step"));
  private readonly side = h("aside", {});
  private readonly right = h("div", { class: "right" });

  constructor(private readonly core: Core) {
    this.catalogue = core.call("catalogue", {});
    this.input = new InputBox({
      text: (text) => this.take(() => this.opened(core.call("read", { text }), text), text),
      files: (files) => void this.openFiles(files),
      game: (game) => this.take(() => {
        this.chose(game);
        this.input.set(this.text);
      }, this.text),
      example: (i) => this.example(i),
    }, this.catalogue);
    this.player = new Player((move) => this.play(move), (marked) => this.scene.board.mark(marked));
    this.setUp = new SetUpPanel(core, { edit: (edits) => this.edit(edits), done: () => this.endSetUp(), cancel: () => this.cancelSetUp() });
    this.layouts = new LayoutBar((change) => this.change(change), this.catalogue);
    this.composer = new Composer((json) => this.useLayout(json), this.catalogue);
    this.modes = new ModeBar({
      game: (name) => this.begin(name), size: (size) => this.resize(size), play: () => this.endSetUp(), set_up: () => this.beginSetUp(),
      frame: (board) => this.change({ board }, "step"),
    }, this.catalogue);
    this.policies = new Policies(core, (policy) => this.change({ policy }));
    this.takeAway = new TakeAway(core, () => this.history.link());
    this.tensor = new TensorPanel(core, this.catalogue, {
      draw: (shown) => this.drawTensor(shown),
      open: (ply, fit) => {
        this.closeTensor();
        const { line, options } = ply;
        if (this.change({ line, options, ply: kLast, layout: fit.layout, order: fit.order, dtype: fit.dtype })) this.forget(line);
      },
      close: () => this.closeTensor(),
      fail: (error) => this.input.fail(error),
    });
  }

  show(): void {
    const { board, caption, ending, pointed, cards, enlarged } = this.scene;
    put(this.side, this.modes.element, board.element, caption, pointed.line, ending, this.player.element, this.setUp.element,
      this.stepper.element, pointed.panel);
    put(this.right, this.tensor.element, this.layouts.element, this.filter.element, cards.none, cards.element,
      this.composer.element, this.comparison.element, this.policies.element, this.takeAway.element);
    put(document.querySelector("#page")!,
      h("header", { class: "top" }, h("h1", {}, "Intarsia"), h("p", {}, "What a tensor says: every plane of a position, cell by cell"),
        h("span", { class: "link-to-this" }, copyButton(() => this.history.link(), "Copy a link to this"))),
      this.input.element, h("main", {}, this.side, this.right),
      h("footer", {}, h("p", {}, `Intarsia ${this.core.version}. Everything happens in this page: it asks no server for anything, and nothing leaves it.`)),
      enlarged.element);
    keepFocus(() => board.svg);
  }

  // ---- the state

  async open(address: string): Promise<void> {
    const opened = await this.history.open(address);
    if (!opened) return;
    this.closeTensor();
    this.endSetUp();
    this.take(() => this.openState(opened), opened.state.line);
    if (!this.model) {
      this.draw(kStart);
      document.body.classList.remove("failed"); // nothing was there before
    }
    this.history.stand(this.state);
  }

  private openState(opened: Opened): void {
    this.input.set(opened.state.line);
    this.input.note(opened.notes);
    this.input.list(null, null);
    const { state, notes } = checked(this.core, this.catalogue, opened);
    this.draw(state);
    this.input.note(notes);
    // Back from a move that was tried: the game is one of a file's again.
    const game = this.read?.games.find((g) => g.line === state.line);
    if (game) this.input.list(this.read, game);
  }

  // Whether the core takes it.
  private change(change: Partial<State>, how: "step" | "new" = "new"): boolean {
    const isStep = how === "step" && "ply" in change;
    if (isStep && (this.tensor.isOpen || this.setUp.isOpen)) return false; // they have no game to step through
    const isTaken = this.take(() => this.draw({ ...this.state, ...change }));
    if (isTaken) this.input.moveOn();
    this.history.remember(this.state, how);
    return isTaken;
  }

  // Does something that the core may refuse: then the last good position stays, dimmed.
  private take(action: () => void, text = ""): boolean {
    try {
      action();
      // What is wrong with the box is so until it has another text.
      if (text !== "" || !this.isTextWrong) this.input.fail(null);
      if (text !== "") this.isTextWrong = false;
      document.body.classList.remove("failed");
      return true;
    } catch (error) {
      this.isTextWrong = text !== "";
      this.input.fail(error, text);
      document.body.classList.add("failed");
      if (this.model) this.drawModes(); // lists say what is shown
      return false;
    }
  }

  // ---- what comes in

  private opened(read: Read, text: string): void {
    if (read.kind === "layout") return this.useLayout(read.layout);
    [this.read, this.text] = [read, text];
    const game = read.games.find((g) => g.line !== "")!;
    this.chose(game);
    this.input.set(text);
  }

  private chose(game: ReadGame): void {
    this.closeTensor();
    this.endSetUp();
    const planes = game.game === this.model.game.name ? this.state.planes : kStart.planes;
    this.draw({ ...this.state, ...placeOf(game), cell: "", planes });
    this.input.list(this.read, game);
    this.input.note(notesOf(game));
    this.history.remember(this.state, "new");
  }

  // A layout of another game brings that game with it.
  private useLayout(layout: string): void {
    const found = reading(layout, () => this.core.call("layout", { layout }));
    if (found.game !== this.model.game.name) {
      const line = startOf(gameOf(this.catalogue, found.game), found.size);
      this.endSetUp();
      this.draw({ ...this.state, line, options: {}, ply: kLast, layout: ofAnySize(found.text), order: "", dtype: "", planes: kStart.planes });
      this.forget(line);
    } else {
      const { text, is_built_in, dtype } = found;
      this.draw({ ...this.state, layout: ofAnySize(text), order: "", dtype: is_built_in ? dtype : "" });
    }
    this.history.remember(this.state, "new");
  }

  private example(index: number): void {
    const { text, layout, about } = this.catalogue.examples[index];
    this.closeTensor();
    this.endSetUp();
    this.take(() => {
      const game = this.core.call("read", { text }).games[0];
      this.draw({ ...kStart, ...placeOf(game), layout });
      this.forget(text);
      this.input.note([about], true);
      this.history.remember(this.state, "new");
    }, text);
    announce(about);
  }

  private async openFiles(files: File[]): Promise<void> {
    let found: Found;
    try {
      found = await openFiles(this.core, files, this.state.layout);
    } catch (error) {
      this.input.fail(error);
      document.body.classList.add("failed");
      return;
    }
    const { notes } = found;
    if ("tensor" in found) {
      if (!this.tensor.isOpen) this.history.addSame(); // Back closes the file
      this.openTensor(found.tensor);
    } else {
      const { read, text } = found;
      this.take(() => this.opened(read, text), text);
    }
    if (notes.length > 0) this.input.note(notes);
  }

  // The bytes of a .npy file that the page was made with.
  async openBytes(bytes: Uint8Array, passport: string): Promise<void> {
    this.openTensor(await openTensor(this.core, "The tensor", new Blob([bytes]), passport, this.state.layout));
  }

  private openTensor(file: TensorFile): void {
    this.endSetUp();
    this.input.fail(null);
    this.input.note([]);
    document.body.classList.remove("failed");
    this.tensor.show(file, this.state.turn);
  }

  private play(move: string): void {
    if (this.tensor.isOpen || this.setUp.isOpen) return;
    this.take(() => {
      const played = this.core.call("play", { ...whereOf(this.state), move });
      this.draw({ ...this.state, line: played.line, options: played.options, ply: kLast });
      this.input.set(played.line);
      this.input.note([]);
      this.input.leave();
    }, this.state.line);
    this.history.remember(this.state, "new");
  }

  // ---- a board put together by hand

  // What a click on the board does.
  private get hands(): Player | SetUpPanel {
    return this.setUp.isOpen ? this.setUp : this.player;
  }

  private beginSetUp(): void {
    if (this.setUp.isOpen) return;
    this.hasSetUp = false;
    this.before = this.state;
    this.take(() => this.drawSetUp(this.setUp.begin(this.model)));
  }

  // The first board that is a position adds an entry to the history: Back leads to the game.
  private edit(edits: Edit[]): void {
    this.take(() => {
      const now = this.setUp.edit(edits, this.state.options);
      if (now.line !== "") {
        this.draw({ ...this.state, line: now.line, options: now.options, ply: kLast });
        this.forget(now.draft);
        this.history.remember(this.state, this.hasSetUp ? "step" : "new");
        this.hasSetUp = true;
      }
      this.drawSetUp(now);
    });
  }

  private drawSetUp(now: SetUp): void {
    document.body.classList.add("setting-up");
    document.body.classList.toggle("unset", now.line === "");
    this.scene.drawBoard(now.board, { label: "Board that is set up", hasDrags: true, isOfPlanes: now.line !== "" });
    this.player.cancel();
    this.drawModes();
  }

  private endSetUp(): void {
    if (!this.setUp.isOpen) return;
    this.setUp.end();
    document.body.classList.remove("unset", "setting-up");
    this.draw(this.state);
  }

  private cancelSetUp(): void {
    this.endSetUp();
    if (!this.hasSetUp) return;
    this.change(this.before);
    this.forget(this.state.line);
  }

  // A position that comes from no text: neither its games nor its notes are of it.
  private forget(line: string): void {
    this.isTextWrong = false;
    this.input.fail(null);
    this.input.set(line);
    this.input.list(null, null);
    this.input.note([]);
  }

  // ---- drawing

  private draw(state: State): void {
    const model = makeModel(this.core, this.catalogue, state);
    [this.model, this.state] = [model, model.state];
    const { position } = model;
    this.drawBoard();
    this.stepper.update(model.moves, position.ply, position.plies);
    this.layouts.update(model.game, model.layout);
    if (this.tensor.isOpen) this.scene.filter(this.shownPlanes);
    else this.scene.drawPlanes({ ...model, fault: null }, state.planes, state.cell);
    this.filter.update(state.planes, this.scene.tensor);
    this.composer.update(model.game, model.layout);
    this.comparison.update(model);
    this.policies.update(model);
    this.takeAway.update(model);
    this.drawModes();
    this.tensor.refit(model.state.layout);
  }

  private drawBoard(): void {
    if (this.tensor.isOpen || this.setUp.isOpen) return; // theirs is drawn
    const { position } = this.model;
    const ending = position.end ? `${position.end.winner}: ${position.end.reason}` : "";
    const hasDrags = position.legal.some((m) => m.from !== "");
    this.scene.drawBoard(position.board, { label: `Board: ${position.text}`, hasDrags, ending });
    this.player.update(position);
  }

  private drawTensor(shown: ShownTensor | null): void {
    const { cards } = this.scene;
    document.body.classList.toggle("tensor-open", this.tensor.isOpen);
    cards.element.hidden = shown === null; // the page's own planes are not the file's
    this.player.cancel();
    if (!shown) return this.scene.drawNoBoard();
    const { tensor, decoded, layout } = shown;
    const label = decoded.plies[0] ? `Board: ${decoded.plies[0].text}` : "Board of a tensor";
    const caption = decoded.fault ? "No position: the board stays empty." : tensor.planes.board.caption;
    this.scene.drawBoard(tensor.planes.board, { label, caption, isOfPlanes: !decoded.fault });
    this.scene.drawPlanes({ tensor, before: null, fault: decoded.fault, layout }, this.shownPlanes, this.scene.pinned);
    this.filter.update(this.state.planes, tensor);
    cards.element.querySelector(".faulty")?.scrollIntoView({ block: "nearest" });
  }

  // Of a file's planes none has a ply before it from which it could have changed.
  private get shownPlanes(): string {
    return this.state.planes === "changed" ? kStart.planes : this.state.planes;
  }

  private closeTensor(): void {
    if (!this.tensor.isOpen) return;
    this.tensor.hide();
    this.scene.cards.element.hidden = false;
    document.body.classList.remove("tensor-open");
    this.draw(this.state);
  }

  private drawModes(): void {
    this.modes.update(this.model, this.setUp.isOpen, document.body.classList.contains("unset"));
  }

  private begin(name: string): void {
    const game = gameOf(this.catalogue, name);
    const line = startOf(game);
    this.endSetUp();
    if (this.change({ ...kStart, line, layout: usualLayout(game) })) this.forget(line);
  }

  private resize(size: number): void {
    const line = startOf(this.model.game, size);
    this.endSetUp();
    if (this.change({ line, options: {}, ply: kLast, cell: "" })) this.forget(line);
  }

  private pin(cell: string): void {
    this.scene.pin(cell);
    if (this.tensor.isOpen) return; // of the file
    this.state = { ...this.state, cell };
    this.history.remember(this.state, "step");
  }
}

// Where a game that was read is shown.
function placeOf({ line, options, shown, plies }: ReadGame): Pick<State, "line" | "options" | "ply"> {
  return { line, options, ply: shown === plies ? kLast : shown };
}
