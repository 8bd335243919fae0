export interface ErrorEntry {
  status: number;
  code: number;
  zh: string;
  en: string;
}

/** The errors of an area by key. */
export type ErrorTexts = Readonly<Record<string, ErrorEntry>>;
