/** Values that definitions of all kinds are written with. */
export interface Text {
  zh: string;
  en: string;
}

export interface Option {
  value: string | number | boolean;
  title: Text;
}

/** Values that fields must have; a list stands for any of its values. */
export type FieldValues = Record<string, string | number | boolean | null | (string | number)[]>;

/** A JSON Schema that a record must match. */
export type Condition = Record<string, unknown>;

export interface People {
  fields?: string[];
}
