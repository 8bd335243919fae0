/** Makes the platform available offline. Offers new versions, which the user installs when convenient. */
import { whenOnline } from '../../kit/browser/whenOnline.ts';
import { useNewVersion } from './newVersion.ts';

/** Activates the new version. Input is stored as drafts, and queued requests remain on the device. */
function takeOver(worker: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  worker.postMessage('takeOver');
}

function offer(worker: ServiceWorker | null): void {
  // The first service worker on a device is no new version.
  if (worker && navigator.serviceWorker.controller) useNewVersion.setState({ take: () => takeOver(worker) });
}

export async function registerServiceWorker(): Promise<void> {
  // Browsers do not support service workers over plain HTTP.
  if (!import.meta.env.PROD || !navigator.serviceWorker) return;
  const registration = await navigator.serviceWorker.register('/serviceWorker.js');
  if (!registration) return;
  offer(registration.waiting);
  // Checks for updates, because an installed app can remain open for weeks.
  whenOnline(() => void registration.update().catch(() => undefined));
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') offer(installing);
    });
  });
}
