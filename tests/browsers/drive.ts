/**
 * A browser without Playwright, as tests use it. The interface contains only functions that both Firefox and WebKit
 * offer.
 */

export interface Point {
  x: number;
  y: number;
}

export interface Drive {
  /** Name and version. */
  about: string;
  open(url: string): Promise<void>;
  /** Runs a function in the page, which gets only its arguments from the test. */
  run<A extends unknown[], T>(work: (...args: A) => T, ...args: A): Promise<T>;
  click(at: Point): Promise<void>;
  type(text: string): Promise<void>;
  /** Returns the errors of the pages since the last call. */
  complaints(): Promise<string[]>;
  close(): Promise<void>;
}

export interface BrowserKind {
  name: string;
  /** Returns the software that must be installed. Null if all of it is installed. */
  missing(): string | null;
  launch(): Promise<Drive>;
}

export const WINDOW = { width: 1440, height: 900 };
