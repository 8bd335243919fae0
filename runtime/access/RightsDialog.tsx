import { useQuery } from '@tanstack/react-query';
import { Modal } from 'antd';
import { call } from '../api/client.ts';
import { queryClient } from '../form/queryClient.ts';
import { useT, useText } from '../i18n/index.ts';
import { SIZE } from '../theme/tokens.ts';
import { CatalogueStates } from './CatalogueStates.tsx';
import { PermissionMatrix } from './PermissionMatrix.tsx';
import { useCatalogue } from './useCatalogue.ts';

const NOTHING: ReadonlySet<string> = new Set();

/** What somebody may do in effect: roles and own permissions together, to look at. */
export function RightsDialog({ id, name, onClose }: { id: number; name: string; onClose(): void }) {
  const t = useT();
  const text = useText();
  const catalogue = useCatalogue();
  const rights = useQuery(
    {
      queryKey: ['access', 'rights', id],
      queryFn: ({ signal }) => call('accessRights', { path: { id } }, { quiet: true, signal }),
      staleTime: 0,
    },
    queryClient,
  );
  const ready = catalogue.data && rights.data;
  const roles = rights.data?.roles.map((role) => text(role.name)).join(', ');
  return (
    <Modal
      open
      className="wd-rights"
      width={SIZE.form}
      title={t('access.rightsOf', { name })}
      footer={null}
      onCancel={onClose}
    >
      {!ready ? (
        <CatalogueStates
          failed={catalogue.isError || rights.isError}
          onRetry={() => {
            void catalogue.refetch();
            void rights.refetch();
          }}
        />
      ) : (
        <div className="wd-why">
          <p>{roles ? t('access.rightsRoles', { roles }) : t('access.rightsNoRole')}</p>
          {Object.keys(rights.data.fieldRules).length > 0 && (
            <p>{t('access.rightsFields', { count: Object.keys(rights.data.fieldRules).length })}</p>
          )}
          <PermissionMatrix
            catalogue={catalogue.data}
            value={rights.data.permissions}
            held={NOTHING}
            disabled
            onChange={() => {}}
          />
        </div>
      )}
    </Modal>
  );
}
