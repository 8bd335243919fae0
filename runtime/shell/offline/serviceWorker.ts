/** Makes the platform open without network, and offers new versions, which the user installs when it suits them. */
import { whenOnline } from '../../kit/browser/whenOnline.ts';
import { useNewVersion } from './newVersion.ts';

/** Shows the new version. What was entered is kept as drafts, and what waits stays on the device. */
function takeOver(worker: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  worker.postMessage('takeOver');
}

function offer(worker: ServiceWorker | null): void {
  // The first one of a device is no new version.
  if (worker && navigator.serviceWorker.controller) useNewVersion.setState({ take: () => takeOver(worker) });
}

export async function registerServiceWorker(): Promise<void> {
  // Browsers know none over plain HTTP; without one everything needs the network.
  if (!import.meta.env.PROD || !navigator.serviceWorker) return;
  const registration = await navigator.serviceWorker.register('/serviceWorker.js');
  if (!registration) return;
  offer(registration.waiting);
  // An installed app stays open for weeks.
  whenOnline(() => void registration.update().catch(() => undefined));
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') offer(installing);
    });
  });
}
