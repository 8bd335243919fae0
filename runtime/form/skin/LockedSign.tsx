import { useState } from 'react';
import { entityOf } from '../../core/definitions/entities.ts';
import { useT } from '../../kit/i18n/index.ts';
import { later } from '../../kit/overlay/later.tsx';
import { Icon } from '../../kit/theme/Icon.tsx';
import type { FormContext } from '../model/formContext.ts';

const WhyNot = later(() => import('../why/WhyNot.tsx'));
const SIGN_SIZE = 14;

interface Props {
  form: FormContext;
  name: string;
  label: string;
}

/** Shows a lock beside a read-only field, with a link that explains the reason. */
export function LockedSign({ form: { entity, context }, name, label }: Props) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  if (entity === undefined) return null;
  return (
    <>
      <button
        type="button"
        className="wd-field-lock"
        aria-label={t('form.locked', { title: label })}
        title={t('form.locked', { title: label })}
        onClick={() => setOpen(true)}
      >
        <Icon name="lock" size={SIGN_SIZE} />
      </button>
      {isOpen && (
        <WhyNot
          entity={entityOf(entity)}
          id={typeof context.id === 'number' ? context.id : undefined}
          action="update"
          field={name}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
