/** A board as a file that another station, or another installation, can read. */
import type { DashboardDocument } from '../../../generated/definition.ts';
import { file_save } from '../../api/saveFile.ts';

/** Published, so that an editor completes and checks the file. */
const SCHEMA_PATH = '/ems/api/main/board/schema.json';

export const board_json = (document: DashboardDocument, origin: string): string =>
  `${JSON.stringify({ $schema: `${origin}${SCHEMA_PATH}`, ...document }, null, 2)}\n`;

/** A name that every file system takes. */
export const board_fileName = (name: string): string =>
  `${name.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, '-').slice(0, 80)}.board.json`;

export function board_download(document: DashboardDocument, name: string): void {
  const blob = new Blob([board_json(document, location.origin)], { type: 'application/json' });
  file_save(blob, board_fileName(name));
}
