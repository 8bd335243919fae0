/** The headers of tus 1.0, by which a browser sends a file in parts and continues an interrupted upload. */
import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../errors/errors.ts';

const VERSION = '1.0.0';
export const PART_TYPE = 'application/offset+octet-stream';
const ALGORITHMS = ['sha1', 'sha256'] as const;
const MAX_METADATA = 4_000;

export const SERVED = {
  'tus-resumable': VERSION,
  'tus-version': VERSION,
  'tus-extension': 'creation,expiration,checksum,termination',
  'tus-checksum-algorithm': ALGORITHMS.join(','),
};

const refuse = (name: string): AppError =>
  new AppError('upload.header', { name }, { field: `/header/${name.toLowerCase()}`, headers: SERVED });

export function checkVersion(headers: IncomingHttpHeaders): void {
  if (headers['tus-resumable'] !== VERSION) throw new AppError('upload.version', {}, { headers: SERVED });
}

/** Returns a number of bytes. Throws above the exact range of JavaScript numbers. */
export function readBytes(headers: IncomingHttpHeaders, name: 'Upload-Length' | 'Upload-Offset'): number {
  const text = String(headers[name.toLowerCase()] ?? '');
  if (!/^\d{1,15}$/.test(text)) throw refuse(name);
  return Number(text);
}

function decode(value: string): string | null {
  const bytes = Buffer.from(value, 'base64');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Reads `filename d29ybGQ=,entity ZQ==`: names with values in base64. */
export function readMetadata(headers: IncomingHttpHeaders): ReadonlyMap<string, string> {
  const text = String(headers['upload-metadata'] ?? '');
  if (text.length > MAX_METADATA) throw refuse('Upload-Metadata');
  const pairs = text
    .split(',')
    .filter((pair) => pair.trim() !== '')
    .map((pair): [string, string] => {
      const [name = '', value = '', ...others] = pair.trim().split(' ');
      const decoded = decode(value);
      if (decoded === null || decoded.includes('\0') || others.length > 0) throw refuse('Upload-Metadata');
      return [name, decoded];
    });
  return new Map(pairs);
}

export interface Checksum {
  algorithm: (typeof ALGORITHMS)[number];
  /** In base64. */
  digest: string;
}

/** Returns the checksum of a part. Null if the caller sends none. */
export function readChecksum(headers: IncomingHttpHeaders): Checksum | null {
  const text = headers['upload-checksum'];
  if (text === undefined) return null;
  const [name, digest = ''] = String(text).split(' ');
  const algorithm = ALGORITHMS.find((known) => known === name);
  if (!algorithm || digest === '') throw refuse('Upload-Checksum');
  return { algorithm, digest };
}
