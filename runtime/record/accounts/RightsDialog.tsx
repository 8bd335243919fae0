import { useQuery } from '@tanstack/react-query';
import { Modal } from 'antd';
import { CatalogueStates } from '../../form/rights/CatalogueStates.tsx';
import { PermissionMatrix } from '../../form/rights/PermissionMatrix.tsx';
import { useCatalogue } from '../../form/rights/useCatalogue.ts';
import { call } from '../../kit/api/client.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { SIZE } from '../../kit/theme/tokens.ts';

const NOTHING: ReadonlySet<string> = new Set();

/** Shows a person's effective permissions from roles and own grants, read-only. */
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
