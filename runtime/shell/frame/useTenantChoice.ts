import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import { notify } from '../../kit/api/notices.ts';
import { useT } from '../../kit/i18n/index.ts';
import { switchTenant, useSession } from '../../kit/session/session.ts';

/** Switches to another tenant, and shows the result. */
export function useTenantChoice() {
  const t = useT();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const choose = useCallback(
    async (id: number): Promise<void> => {
      const { tenantId, tenants } = useSession.getState();
      if (id === tenantId) return;
      setBusy(true);
      try {
        await switchTenant(id);
        // The current page may show data of the previous tenant.
        await navigate('/');
        const name = tenants.find((tenant) => tenant.id === id)?.name ?? '';
        notify({ kind: 'success', text: { text: t('shell.tenantSwitched', { name }) } });
      } catch {
        // The error is already shown. The tenant remains.
      } finally {
        setBusy(false);
      }
    },
    [navigate, t],
  );
  return { busy, choose };
}
