/** Lets the platform open without network. Offers new versions, which the user installs at a time of their choice. */
import { whenOnline } from '../../kit/browser/whenOnline.ts';
import { useNewVersion } from './newVersion.ts';

/** Activates the new version. Input is kept as drafts, and waiting requests stay on the device. */
function takeOver(worker: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  worker.postMessage('takeOver');
}

function offer(worker: ServiceWorker | null): void {
  // The first worker on a device is not a new version.
  if (worker && navigator.serviceWorker.controller) useNewVersion.setState({ take: () => takeOver(worker) });
}

export async function registerServiceWorker(): Promise<void> {
  // Browsers do not support it over plain HTTP. Everything then needs the network.
  if (!import.meta.env.PROD || !navigator.serviceWorker) return;
  const registration = await navigator.serviceWorker.register('/serviceWorker.js');
  if (!registration) return;
  offer(registration.waiting);
  // An installed app can stay open for weeks.
  whenOnline(() => void registration.update().catch(() => undefined));
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') offer(installing);
    });
  });
}
