/**
 * A comment is a sentence with subject and verb, or says what a declaration does or holds: one that begins as a question
 * or a noun begins leaves its reader to find both.
 */

const CODE = /^(?:(?:server|demo|runtime|widgets|pages|codegen|bench|stories|tests|docs)\/.*|[^/]+)\.tsx?$/;
const OPENING = /^\s*\/\*\*$/;
const HALF_SENTENCE =
  /^\s*(?:\/\/|\/\*\*|\*) (What|Whether|Who|Whose|How|Where|Of|One|Those|Which)\b(?!.*\?(?: \*\/)?$)/;

/** A line for each comment that begins with such a word and asks nothing. */
export function commentBreaches(file: string, text: string): string[] {
  if (!CODE.test(file)) return [];
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    const [begun = '', word] = HALF_SENTENCE.exec(line) ?? [];
    // Within a comment a line may begin with any word of its sentence.
    const isFirst = !begun.trimStart().startsWith('* ') || OPENING.test(lines[at - 1] ?? '');
    return word && isFirst
      ? [`${file}:${at + 1}: a comment begins with "${word}": say in a sentence who does what`]
      : [];
  });
}
