/** Values that definitions of all kinds use. */
export interface Text {
  zh: string;
  en: string;
}

export interface Option {
  value: string | number | boolean;
  title: Text;
}

/** Required values of fields. A list means any of its values. */
export type FieldValues = Record<string, string | number | boolean | null | (string | number)[]>;

/** A JSON Schema that a record must match. */
export type Condition = Record<string, unknown>;

export interface People {
  fields?: string[];
}
