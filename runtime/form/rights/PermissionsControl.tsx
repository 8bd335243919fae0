import type { WidgetProps } from '@rjsf/utils';
import { useOwnPermissions } from '../../kit/session/useGrantedPermissions.ts';
import { CatalogueStates } from './CatalogueStates.tsx';
import { PermissionMatrix } from './PermissionMatrix.tsx';
import { useCatalogue } from './useCatalogue.ts';

/** Edits a list of permissions. */
export default function PermissionsControl({ value, disabled, readonly, onChange }: WidgetProps) {
  const catalogue = useCatalogue();
  const permissions = useOwnPermissions();
  if (!catalogue.data)
    return <CatalogueStates failed={catalogue.isError} onRetry={() => void catalogue.refetch()} />;
  return (
    <PermissionMatrix
      catalogue={catalogue.data}
      value={(value as string[] | undefined) ?? []}
      held={permissions}
      disabled={disabled === true || readonly === true}
      onChange={onChange}
    />
  );
}
