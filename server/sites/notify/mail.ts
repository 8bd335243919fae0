/** Sends mails by SMTP. */
import { createTransport } from 'nodemailer';

export interface MailConfig {
  /** smtp://user:password@host:587 or smtps://… */
  url: string;
  from: string;
}

export interface Mail {
  /** Id of the mail, the same in all attempts. */
  id: string;
  to: string;
  subject: string;
  text: string;
}

const CONNECT_MS = 10_000;
const SILENT_MS = 20_000;

/** Sends a mail. Resolves when the mail server has accepted it for this recipient. */
export async function deliverMail({ url, from }: MailConfig, { id, to, subject, text }: Mail): Promise<void> {
  const domain = from.match(/@([A-Za-z0-9.-]+)/)?.[1] ?? 'localhost';
  const { protocol, hostname, port, username, password } = new URL(url);
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : undefined,
    secure: protocol === 'smtps:',
    auth: username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : undefined,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({
      from,
      to: { name: '', address: to },
      subject,
      text,
      messageId: `<${id}@${domain}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  } finally {
    transport.close();
  }
}
