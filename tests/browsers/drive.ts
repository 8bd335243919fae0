/** A browser that is not Playwright's, as tests use it: nothing but what Firefox and WebKit can both be asked for. */

export interface Point {
  x: number;
  y: number;
}

export interface Drive {
  /** Name and version. */
  about: string;
  open(url: string): Promise<void>;
  /** Runs a function in the page, which sees nothing of the test but its arguments. */
  run<A extends unknown[], T>(work: (...args: A) => T, ...args: A): Promise<T>;
  click(at: Point): Promise<void>;
  type(text: string): Promise<void>;
  /** Returns the errors of the pages since the last call. */
  complaints(): Promise<string[]>;
  close(): Promise<void>;
}

export interface BrowserKind {
  name: string;
  /** Says what has to be installed; null where everything is. */
  missing(): string | null;
  launch(): Promise<Drive>;
}

export const WINDOW = { width: 1440, height: 900 };
