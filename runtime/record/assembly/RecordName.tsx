import { use } from 'react';
import { Link } from 'react-router';
import type { Field } from '../../../generated/definition.ts';
import type { Entity } from '../../core/definitions/entities.ts';
import { RefLinkContext } from '../../form/shown/refLink.ts';
import { useText } from '../../kit/i18n/index.ts';

interface Props {
  entity: Entity;
  id: number;
  title: string;
}

/** Links a part to its page, if the user may open it. */
export function RecordName({ entity, id, title }: Props) {
  const address = use(RefLinkContext)?.({ entity: entity.name, key: 'id' }, id) ?? null;
  return address === null ? (
    <span data-part>{title}</span>
  ) : (
    <Link data-part to={address}>
      {title}
    </Link>
  );
}

/** Returns a function that returns the title of a field. */
export function useFieldTitle(): (name: string, field: Field) => string {
  const text = useText();
  return (name, field) => (field.title ? text(field.title) : name);
}
