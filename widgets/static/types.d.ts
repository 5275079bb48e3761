// What the modules share, for editors and the type checker: the spec as widgets/pack.py
// packs it, and what becomes of it here.

import type { Occupancy } from "./occupancy.js";

/** A model as anywidget gives it. */
export interface Model {
  get(name: string): any;
  set(name: string, value: unknown): void;
  save_changes(): void;
  send(content: object, callbacks?: unknown, buffers?: ArrayBuffer[]): void;
  on(event: string, handler: Handler): void;
  off(event: string, handler: Handler): void;
  /** Jupyter's own, which has the model that this one represents. */
  widget_manager?: any;
}
export type Handler = (...given: any[]) => void;
export interface Context { model: Model; el: HTMLElement & { convexlab?: unknown } }

export type Numbers = Float64Array | Int32Array;
/** What a recipe gives: numbers, or the words of a frame. */
export type Values = Numbers | string[];
export interface Coded {
  type: "f4" | "i2" | "i4"; shape: number[]; log?: boolean; offset: number; scale: number;
}
export interface Stored { values: Numbers; shape: number[]; log?: boolean }
export type Arrays = Record<string, Stored>;

/** How a frame reads an array; which names are there depends on `how`. */
export interface Recipe {
  how: string; a: string; upto: string; offsets: string; shape: string; A: string; b: string;
  of: Recipe[]; klass: Recipe; is: number; each: number; half: number; foot: number; axis: number; words: string[];
}
export type Style = Record<string, any>;
export interface Trace {
  style: Style & { kind: string; name: string };
  bind: Record<string, Recipe>;
  moving?: boolean; over?: boolean; ghost?: boolean; future?: boolean; mark: number;
  /** its words in the key, if it has an entry there */ legend?: string;
  /** whether a lens shows its last steps */ follow?: boolean;
  steps?: boolean;
  read?: { key: number; arrays: Arrays; data: Data };
  image?: { key: string; data: Data; canvas: HTMLCanvasElement };
  painted?: Pixels;
  /** its words where they were placed */ labels?: Label[];
}
export type Data = Record<string, any>;
export interface Pixels { px: Float64Array; py: Float64Array }
/** Words, the point that they name, and where they are. */
export interface Label {
  words: string; point: number[]; left: number; middle: number; width: number; isUnambiguous: boolean;
}

export interface Axis {
  title: string; log: boolean; range: [number, number]; zero: boolean;
  ticks: { at: number[]; words: string[] } | null;
}
export interface Entry {
  words: string; tone: string; dash: string; symbol: string; width: number; opacity: number;
}
export interface Panel {
  key: string; title: string; tab: string; subtitle: string; space: boolean; equal: boolean;
  /** What the user may do, shown where they may. */ hint: string;
  axes: Axis[]; traces: Trace[]; legend: Entry[]; cross?: [number, number] | null;
  /** Only its place is there yet. */ upcoming?: boolean;
}
/** A question as it is asked; the rest of it is sealed. */
export interface Question {
  key: string; frame: number; prompt: string; options: string[]; hides: string[]; sealed: string;
  rings?: { panel: string; places: number[][] }; aim?: { panel: string; start: number[] };
}
/** What a lecturer's page knows of the room in which a class answers. */
export interface Invitation {
  lead: string; key: string; code: string; join: string; qr: { path: string; size: number };
}
/** The state of such a room; counts and cloud, of both votes, once they are shown. */
export interface RoomState {
  people: number; closed: boolean; done: string[]; key?: string; prompt?: string; round?: number;
  open?: boolean; shown?: boolean; revealed?: boolean; answered?: number; counts?: number[][]; cloud?: number[][][];
}
/** What is shown of a question at its end; where a click answers, where it was right. */
export interface Secret { answer: number; why: string; target: number[]; within: number[] }
export interface Layout {
  hero: string; side: string[]; tabs: string[]; twin: boolean; share_x: string[];
}
export interface Clock {
  name: string; values: number[]; counters: string[]; ticks: [number, string][];
}
/** The scale of a scene's gaps, as widgets/gauge.py has it: shares of its length, and words. */
export interface GaugeSpec { pair: boolean; limit: number | null; ticks: [number, string][] }
/** Of a frame: its look, shares of its own gap and of a better one before, two words, and which chips. */
export type Reading = [style: string, at: number, best: number | null, gap: string, note: string, of: number[]];
export interface Spec {
  title: string; question: string; clock: Clock;
  /** Of all frames or, during a drag, of some. */
  captions: string[] | Record<number, string>;
  chips: [string, string][][] | Record<number, [string, string][]>; questions: Question[]; panels: Panel[]; layout: Layout;
  part?: boolean; // without what comes after the drag
  gauge: GaugeSpec | null; proof?: Reading[] | Record<number, Reading>;
  arrays: Record<string, Coded>;
  /** What its words mean, by the words in small letters. */ terms?: Record<string, string>;
}
export interface Theme {
  name: string; font: string; colours: Record<string, string>;
  /** How much larger than usual all is drawn. */
  magnify?: number;
}
export interface Box { x: number; y: number; width: number; height: number }
/** From the numbers of a plane to pixels and back. */
export interface Place {
  x(v: number): number; y(v: number): number; back(px: number, py: number): [number, number];
  box: Box; /** for words, where there are any */ occupancy?: Occupancy;
  /** whether words stay where they are */ keeps?: boolean;
  /** whether all marks are drawn where they belong */ settled?: boolean;
}
export interface Size { width: number; height: number; /** of type, 1 as a rule */ scale: number }
/** At a drawn coordinate of an axis. */
export interface Tick { at: number; words: string }
export interface Axes {
  ranges: number[][]; place: Place; x: Tick[]; y: Tick[]; size: Size; heat: Style | undefined;
}
export interface Found { trace: Trace; i: number; px: number; py: number }

/** A view of a stage, as its player knows it. */
export interface Follower { model: Model; drawnPosition: number; follow(): void }

export interface Option { value: unknown; words: string; line: Line | null }
export interface Line { light: string; dark: string; dash: string }
export interface KnobSpec {
  kind: string; name: string; label: string; low: number; high: number; options: Option[];
  help: string; primary: boolean; periodic: boolean; when: Record<string, unknown[]>[]; apart: string;
  /** The rising values that a slider has, if not all. */
  stops?: number[];
  /** Bytes of a file that Python takes. */ most: number;
  /** Suffixes of such files, as an input of files takes them. */ accept: string;
}
export interface Head {
  title: string; question: string; exports: string[]; note: string; judges: boolean;
}
export interface JudgedRow { word: string; sign: string; cells: string[] }
/** What other solvers say of the picture; state: as in widgets/stage_view.py. */
export interface Judged {
  state?: string; short?: string; sentence?: string; heads?: string[]; rows?: JudgedRow[]; notes?: string[]; detail?: string;
}
export interface Tool { do: string; what: unknown; words: string }
export interface Column { words: string; options: [unknown, string][] | null }
/** What users may do in a picture, as `Tools` of widgets/edits.py has it. */
export interface ToolsSpec {
  panel: string; options: Tool[]; columns: Column[]; drag: string; shift: number; noun: string;
  undo: boolean; redo: boolean; clears?: boolean; empty?: boolean; sprays?: boolean;
}
/** What was read of a file: the sentence that refuses it, a hint where there is no file, or its
    facts and first rows. */
export interface Preview {
  error?: string; hint?: string; facts: [string, string][]; head?: string[]; target: number;
  rows: string[][]; more: string;
}
export interface Control {
  nodes: Node[]; inputs: HTMLElement[]; display(value: any): void;
  hideOption?(option: unknown): void;
  /** a picture of that value is painted */ picture?(value: any): void;
  tick?(given: [unknown, string] | null): void;
  preview?(given: Preview): void;
}
export interface Sender {
  send(value: unknown, atOnce?: boolean): void; finish(): void; reset(value: unknown): void;
  painted(value: unknown): void;
}
/** The state of a knob; what says nothing is left out. */
export interface KnobState {
  value: any; tick?: [unknown, string] | null; error?: string; idle?: boolean; preview?: Preview;
  /** why it cannot be changed */ locked?: string;
  /** an option that is not offered */ without?: unknown;
  /** whether every value is sent during a drag */ followed?: boolean;
  /** the name that the page gave its last turn */ turn?: string;
}
/**
 * What a picture shows that is painted; `answer`: the values of the one that the kernel has just
 * sent, in place of which a nearer one may be shown.
 */
export interface Painted {
  at: Record<string, unknown>; ticks?: Record<string, [unknown, string]>; answer?: Record<string, unknown>;
}
/** A source that some widgets of a page wait for. */
export interface Slot {
  filled: boolean; asked: number; source: Promise<string>; provide(text: string): void;
  loaded?: Promise<any>;
}
export type Attributes = Record<string, string | number | null | undefined>;

/** What a page stores of settings solved in advance, as widgets/lattice.py writes it. */
export interface LatticeIndex {
  axes: [string, unknown[]][]; at: number[]; points: number[][]; chunks: number[];
}
export interface PageIndex extends LatticeIndex {
  knobs: { spec: KnobSpec; value: unknown; locked: string }[];
  idle: string[][]; idleAt: number[]; start: number; note: string; copies: boolean;
  state: Record<string, any>; themes: Record<string, Record<string, string>>;
  map: MapIndex | null;
}
/** The plane of two varied knobs; the values of one that has no numbers are at 0, 1, 2, ... */
export interface MapIndex extends LatticeIndex { knobs: string[]; options: (unknown[] | null)[] }
/** What comes with a picture: marks on sliders, Python before and after the frame, and the
    values of the knobs to which it belongs. */
export interface Extra {
  ticks?: Record<string, [unknown, string]>; code?: [string, string]; at?: Record<string, unknown>;
}
/** Bytes of a stored scene, and how to read them where they are an array. */
export interface Part { data: Uint8Array<ArrayBuffer>; about: any }
/** A packed scene with the values of the knobs to which it belongs, and marks on the sliders. */
export interface Picture {
  spec: Spec; buffers: Record<string, DataView<ArrayBuffer>>; at: Record<string, unknown>;
  ticks?: Record<string, [unknown, string]>;
}
/** That a knob was turned, during a drag or at its end; `share`: of the way, at a value of its
    slider. */
export interface Turn {
  knob: string; value: unknown; dragging: boolean; share(value: any): number; periodic: boolean;
}
/** That a slider is pointed at, with the values that it may have, in the order to compute them. */
export interface Prefetch { knob: string; values(): unknown[] }
/** The point of a setting: a packed scene, or why there is none. */
export type PointSpec =
  | { error: string; extra: Extra }
  | { error?: undefined; spec: Spec; buffers: Record<string, DataView<ArrayBuffer>>; extra: Extra };
