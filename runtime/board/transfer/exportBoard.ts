/** Saves a board as a file for another station or another installation. */
import type { DashboardDocument } from '../../../generated/definition.ts';
import { jsonText } from '../../core/text/jsonText.ts';
import { saveFile } from '../../kit/browser/saveFile.ts';

/** The schema has a public address, so that editors can complete and validate the file. */
const SCHEMA_PATH = '/ems/api/main/board/schema.json';

export const boardJson = (document: DashboardDocument, origin: string): string =>
  jsonText({ $schema: `${origin}${SCHEMA_PATH}`, ...document });

/** Returns a name that is valid on every file system. */
export const boardFileName = (name: string): string =>
  `${name.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, '-').slice(0, 80)}.board.json`;

export function downloadBoard(document: DashboardDocument, name: string): void {
  const blob = new Blob([boardJson(document, location.origin)], { type: 'application/json' });
  saveFile(blob, boardFileName(name));
}
