/**
 * There is one way to do each task, and all code uses it. The table below contains the signs of a second way, and the
 * files that may have it, with the reason.
 */

interface Way {
  /** Matches code that does the task itself. */
  sign: RegExp;
  /** Matches the files that are checked. */
  in: RegExp;
  /** The file that implements the task, and the files that cannot use it. */
  files: Readonly<Record<string, string>>;
  instead: string;
}

const CODE = /^(?:server|demo|codegen|runtime|widgets|pages)\/.*\.tsx?$/;

const WAYS: readonly Way[] = [
  {
    sign: /\bnew Ajv\w*\(/,
    in: CODE,
    files: {
      'runtime/core/rules/validation.ts': 'it makes every validator that runs',
    },
    instead: 'make it by createValidator of runtime/core/rules/validation.ts',
  },
  {
    sign: /<table[\s>]/,
    in: CODE,
    files: {
      'runtime/kit/table/RowsTable.tsx': 'it is the table',
      'runtime/list/table/ListTable.tsx':
        'it draws a window of columns and rows, which may be a tree, with the same heads',
      'runtime/list/print/PrintView.tsx': 'paper has all rows, and nothing to sort or press',
      'runtime/list/print/MonthSheet.tsx': 'paper has a column for each day, and nothing to sort or press',
      'pages/shared/parts/Paper.tsx': 'paper has all rows, and nothing to sort or press',
      'runtime/kit/chart/tip.ts': 'the tip of a chart is written as HTML while the pointer moves',
      'runtime/form/skin/ArrayTemplates.tsx': 'the form draws the fields of each entry',
      'runtime/kit/files/shown/Workbook.tsx': 'a sheet has letters and numbers, and cells as they were typed',
      'widgets/cellMap/CellTable.tsx': 'it is a map, whose rows and columns are the places of cells',
      'runtime/record/dialog/MergeDialog.tsx': 'it is a choice between three sides of each field',
      'runtime/record/assembly/PartTree.tsx':
        'it is a tree, whose levels are rows that are read when they open',
      'runtime/list/displays/compare/Compare.tsx': 'its columns are records, and its rows are fields',
      'pages/studio/parts/design/rules/RightsTable.tsx':
        'it is a choice for each role and action, with nothing to sort or cut',
      'runtime/record/versions/CompareDialog.tsx':
        'its rows are fields and lines of two sides, as in the dialog above',
    },
    instead: 'give columns and rows to runtime/kit/table/RowsTable.tsx',
  },
  {
    sign: /\bjudgeValue\(/,
    in: /^server\//,
    files: {
      'server/sites/alarms/kinds/index.ts': 'it knows the kinds of conditions',
      'server/sites/alarms/evaluate.ts': 'it evaluates rules, of live points, of stored ones and as a trial',
      'server/sites/alarms/course/recoveryPoint.ts':
        'it looks up the point at which an excursion that is over ended',
    },
    instead: 'step rules by stepRule of server/sites/alarms/evaluate.ts',
  },
  {
    sign: /\b(?:min|max)(?:imum|Length|Items)'?: (?:\{[^}]*|['"`][^'"`\n]*)\{title\}/s,
    in: CODE,
    files: { 'runtime/core/text/keywordText.ts': 'it is the table from keyword to sentence' },
    instead: 'take the sentence from runtime/core/text/keywordText.ts',
  },
  {
    sign: /\b(?:field|items)\??\.format === '/,
    in: /^(?:runtime\/(?:form|list|record|board)|server|pages)\//,
    files: { 'runtime/form/model/control.ts': 'a list of two days is a span of time, which is no type' },
    instead: 'ask fieldTypeOf of runtime/fieldTypes, or draw it in the view.tsx of the type',
  },
  {
    sign: /\bclock\.install\(|\.addInitScript\(/,
    in: /^tests\/(?:browser|support)\//,
    files: {
      'tests/support/browser/browser.ts': 'it closes the window after the test',
      'tests/support/browser/tab.ts': 'its window is used once',
      'tests/support/browser/session.ts': 'only walks use it, in a window of their own',
      'tests/support/hostile/trap.ts': 'only walks use it, in a window of their own',
    },
    instead: 'set the clock by installClock of tests/support/browser/browser.ts',
  },
];

/** Returns a line for each file that does a task itself instead of using the common function. */
export const wayBreaches = (file: string, text: string): string[] =>
  WAYS.filter((way) => way.in.test(file) && !(file in way.files) && way.sign.test(text)).map(
    ({ instead }) => `${file}: has a way of its own: ${instead}, or say in tests/checks/oneWay.ts why not`,
  );

/** Returns a line for each file that has a reason but no longer needs it. */
export function wayReasonBreaches(files: readonly { file: string; text: string }[]): string[] {
  const texts = new Map(files.map(({ file, text }) => [file, text]));
  return WAYS.flatMap(({ sign, files: named }) =>
    Object.keys(named)
      .filter((file) => !sign.test(texts.get(file) ?? ''))
      .map((file) => `tests/checks/oneWay.ts: names ${file}, which does no such thing any more`),
  );
}
