/**
 * A comment is a sentence with subject and verb, or describes what a declaration does or contains. In a half
 * sentence, the reader must look for the missing part.
 */

const CODE = /^(?:(?:server|demo|runtime|widgets|pages|codegen|bench|stories|tests|docs)\/.*|[^/]+)\.tsx?$/;
const OPENING = /^\s*\/\*\*$/;
const HALF_SENTENCE =
  /^\s*(?:\/\/|\/\*\*|\*) (What|Whether|Who|Whose|How|Where|Of|One|Those|Which)\b(?!.*\?(?: \*\/)?$)/;

/** Returns a line for each comment that begins with such a word and is not a question. */
export function commentBreaches(file: string, text: string): string[] {
  if (!CODE.test(file)) return [];
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    const [begun = '', word] = HALF_SENTENCE.exec(line) ?? [];
    // Inside a comment, a line may begin with any word of its sentence.
    const isFirst = !begun.trimStart().startsWith('* ') || OPENING.test(lines[at - 1] ?? '');
    return word && isFirst
      ? [`${file}:${at + 1}: a comment begins with "${word}": say in a sentence who does what`]
      : [];
  });
}
