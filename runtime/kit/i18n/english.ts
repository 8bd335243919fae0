/** English texts by key. The suffix `_one` marks the singular of a text. */
export type English<Key extends string> = Record<Key, string> & { [One in Key as `${One}_one`]?: string };
