/** English texts by key; where one thing is said in another way than several, `_one` behind the key says it. */
export type English<Key extends string> = Record<Key, string> & { [One in Key as `${One}_one`]?: string };
