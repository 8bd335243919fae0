import { NavLink } from 'react-router';
import { pageRegistry } from '../../core/definitions/pages.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { Tip } from '../../kit/overlay/Tip.tsx';
import { placeOf } from '../../kit/session/places.ts';
import { Icon } from '../../kit/theme/icons.ts';
import { preloadPage } from '../page/pageComponents.ts';
import type { MenuItem } from './menu.ts';
import { usePinStore } from './menuPins.ts';
import { NavBadge } from './NavBadge.tsx';

interface Props {
  item: MenuItem;
  rail: boolean;
}

function preload(name: string): void {
  const page = pageRegistry.get(name);
  if (page) preloadPage(page);
}

/**
 * Pins the page to the top of the menu, or unpins it. Keyboard users find the command for the open page in the palette.
 */
function PinButton({ name, title }: { name: string; title: string }) {
  const t = useT();
  const isPinned = usePinStore(({ pins }) => pins.includes(name));
  const toggle = usePinStore((state) => state.toggle);
  const words = t(isPinned ? 'shell.unpin' : 'shell.pin', { name: title });
  return (
    <button
      type="button"
      className="wd-nav-pin"
      tabIndex={-1}
      title={words}
      aria-label={words}
      aria-pressed={isPinned}
      onClick={() => toggle(name)}
    >
      <Icon name="pin" size={14} />
    </button>
  );
}

/** Shows a page in the menu. The narrow menu shows only its icon. */
export function MenuLink({ item, rail }: Props) {
  const text = useText();
  const title = text(item.title);
  const link = (
    <NavLink
      className="wd-nav-link"
      to={placeOf(item.route)}
      onPointerEnter={() => preload(item.name)}
      onFocus={() => preload(item.name)}
      {...(rail && { 'aria-label': title })}
    >
      <Icon name={item.icon ?? 'list'} />
      {!rail && (
        <span className="wd-ellipsis" title={title}>
          {title}
        </span>
      )}
      <NavBadge page={item.name} />
    </NavLink>
  );
  return (
    <li className="wd-nav-item">
      {rail ? (
        <Tip title={title} placement="right">
          {link}
        </Tip>
      ) : (
        <>
          {link}
          <PinButton name={item.name} title={title} />
        </>
      )}
    </li>
  );
}
