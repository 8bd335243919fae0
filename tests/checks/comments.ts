/**
 * A comment inside of a function or a type is a sentence with subject and verb: one that begins as a question or a noun
 * begins leaves its reader to find both.
 */

const CODE = /^(server|runtime|widgets|pages|codegen|bench|stories|tests)\/.*\.tsx?$/;
/** Those at the margin describe a whole file or declaration. */
const HALF_SENTENCE =
  /^\s+(?:\/\/|\/\*\*) (What|Whether|Who|Whose|How|Where|Of|One|Those|Which) (?!.*\?(?: \*\/)?$)/;

/** A line for each comment that begins with such a word and asks nothing. */
export function commentBreaches(file: string, text: string): string[] {
  if (!CODE.test(file)) return [];
  return text.split('\n').flatMap((line, at) => {
    const word = HALF_SENTENCE.exec(line)?.[1];
    return word
      ? [`${file}:${at + 1}: a comment begins with "${word}": say in a sentence who does what`]
      : [];
  });
}
