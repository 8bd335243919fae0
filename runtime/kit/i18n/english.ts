/** English texts by key. The suffix `_one` marks a different text for the singular. */
export type English<Key extends string> = Record<Key, string> & { [One in Key as `${One}_one`]?: string };
