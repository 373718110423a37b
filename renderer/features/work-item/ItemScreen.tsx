// A screen about one WorkItem: reads its address, and says so where there is none.
import type { ReactNode } from 'react';
import { useRoute } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { Pane } from '../../ui/Pane.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import type { ItemPlace } from '../review/review-model.ts';

/** Shows `children` at the item of the address, anew for each item. */
export function ItemScreen(props: {
  readonly title: string;
  readonly children: (place: ItemPlace) => ReactNode;
}) {
  const { connectionId, groupId, workItemId } = useRoute().values;
  if (connectionId === undefined || groupId === undefined || workItemId === undefined) {
    return <ItemMissing title={props.title} isComplete icon={undefined} />;
  }
  return props.children({ connectionId, groupId, workItemId });
}

/** While an item has not come yet, and when it is known that there is none. */
export function ItemMissing(props: {
  readonly title: string;
  readonly isComplete: boolean;
  readonly icon: ReactNode;
}) {
  const { t } = useTexts();
  return (
    <Pane title={props.title}>
      {props.isComplete ? (
        <EmptyState icon={props.icon} title={t('work.gone.title')} body={t('work.gone.body')} />
      ) : (
        <Skeleton />
      )}
    </Pane>
  );
}
