// A form about a Mission, as soon as what it chooses from has come; or word that the Mission is not there.
import { IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { BasisRow } from '../../../core/contract/people.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { Pane } from '../../ui/Pane.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';

export function WithBasis(props: {
  readonly mission: { readonly connectionId: string; readonly groupId: string };
  readonly title: string;
  readonly onDone: () => void;
  readonly children: (basis: BasisRow) => ReactNode;
}) {
  const { t } = useTexts();
  const { rows, status } = useLive('people.basis', props.mission);
  const [basis] = rows;
  if (basis !== undefined) return props.children(basis);
  return (
    <Pane title={props.title} onBack={props.onDone}>
      {status === 'loading' ? (
        <Skeleton rows={6} />
      ) : (
        <EmptyState
          icon={<IconUsers size={28} stroke={1.5} />}
          title={t('people.gone.title')}
          body={t('people.gone.body')}
        />
      )}
    </Pane>
  );
}
