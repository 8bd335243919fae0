/** Texts use the words of the trade. They do not contain the wording that native readers corrected. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { start } from '../../../runtime/kit/i18n/en/start.ts';
import { en } from '../../../runtime/kit/i18n/en.ts';

/** The refused wording, as a whole text or as its beginning, and its replacement. */
const CORRECTED: readonly (readonly [refused: RegExp, used: string])[] = [
  [/^Normal list$/, 'Standard'],
  [/^Discount of the whole/, 'Overall discount'],
  [/^Share of the discount/, 'Allocated discount'],
  [/^Net after it/, 'Net after discount'],
  [/^Net of the lines/, 'Subtotal'],
  [/^Basis of an order/, 'Used for an order'],
  [/^It was not submitted for approval/, 'Not submitted yet'],
  [/^(?:Take back|Cancel request)$/, 'Withdraw'],
  [/^What the customer says/, 'Customer’s comment'],
  [/^Perhaps there already/, 'Possible duplicate: {names}'],
  [/^Cells of a spreadsheet can be pasted/, 'You can paste cells from a spreadsheet'],
  [/^As a workbook/, 'Export to Excel'],
  [/^Hand over, share/, 'Transfer or share'],
  [/^May be invoiced/, 'Still to invoice'],
  [/^Applied for/, 'Requested'],
  [/^Ages$/, 'Ageing'],
  [/^Applications \(invoice\)/, 'Invoice requests'],
  [/^Taken off/, 'Partly reversed'],
  [/^Take a part off/, 'Reverse part'],
  [/^Red letters, with/, 'Credit notes (negative amounts)'],
  [/^Lines of the successor/, 'Lines of the new invoice'],
  [/^Left over/, 'Unallocated'],
  [/^(?:Match|No match) of a receipt/, 'Allocation'],
  [/^Why it was lost/, 'Reason lost'],
  [/^Record a deal/, 'Mark as won'],
  [/^Post$/, 'Job title'],
  [/^Days to pay/, 'Payment terms (days)'],
  [/^Agree and pass on/, 'Approve and escalate'],
  [/^Release the credit/, 'Override credit limit'],
  [/^Past 182 days/, 'Past 6 months'],
  [/^Why can’t somebody/, 'Who can do this?'],
  [/^In all$/, 'Total'],
];

/** Returns all English texts of a definition. */
function englishOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    key === 'en' && typeof one === 'string' ? [one] : englishOf(one),
  );
}

const texts: ReadonlySet<string> = new Set([
  ...globSync('{schemas,pages,widgets,runtime}/**/*.json').flatMap((path) =>
    englishOf(JSON.parse(readFileSync(path, 'utf8'))),
  ),
  ...Object.values<string>({ ...start, ...en }),
]);

it.each(CORRECTED)('%s is "%s"', (refused, used) => {
  expect([...texts].filter((text) => refused.test(text))).toEqual([]);
  expect([...texts].some((text) => text.startsWith(used))).toBe(true);
});
