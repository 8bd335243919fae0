/** The server's own certificate. It is read at the start and after every change of its files. */
import { unwatchFile, watchFile } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Config } from './config.ts';
import type { Logger } from './log.ts';
import { StartError } from './startError.ts';

export interface Certificate {
  cert: string;
  key: string;
}

type Files = NonNullable<Config['tls']>;

const LOOK_MS = 2_000;

/** Reads the certificate and its key. Throws StartError unless both files are readable and match. */
export async function readCertificate(files: Files): Promise<Certificate> {
  const read = (name: string, file: string): Promise<string> =>
    readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new StartError(`${name}: ${file} cannot be read (${error.code})`);
    });
  const [cert, key] = await Promise.all([
    read('WATTDECK_TLS_CERT', files.cert),
    read('WATTDECK_TLS_KEY', files.key),
  ]);
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    throw new StartError(
      `WATTDECK_TLS_CERT and WATTDECK_TLS_KEY are no certificate and its key: ${(error as Error).message}`,
    );
  }
  return { cert, key };
}

/** Calls back with the new certificate after its files have changed and match. Follows links. */
export function watchCertificate(
  files: Files,
  log: Logger,
  onRenewed: (certificate: Certificate) => void,
): () => void {
  const look = (): void => {
    readCertificate(files).then(
      (certificate) => {
        onRenewed(certificate);
        log.info('the new certificate is in use');
      },
      // The two files are replaced one after the other. The second change triggers another attempt.
      (error: Error) => log.warn('the old certificate stays in use', { reason: error.message }),
    );
  };
  const paths = [files.cert, files.key];
  for (const path of paths) watchFile(path, { interval: LOOK_MS, persistent: false }, look);
  return () => {
    for (const path of paths) unwatchFile(path, look);
  };
}
