/** Notifies the browser's other windows of a changed session, because all share one session cookie. */
export interface SessionMark {
  userId: number;
  tenantId: number;
}

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('EMS-session');

export function announceSession(session: SessionMark | null): void {
  channel?.postMessage(session && { userId: session.userId, tenantId: session.tenantId });
}

export function onSessionElsewhere(listener: (session: SessionMark | null) => void): void {
  channel?.addEventListener('message', (event: MessageEvent<SessionMark | null>) => listener(event.data));
}
