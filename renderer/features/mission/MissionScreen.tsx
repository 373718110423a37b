// One Mission, over the whole width.
import { useRoute } from '../../app/route.ts';
import { OverviewPane } from './OverviewPane.tsx';

export function MissionScreen() {
  const { connectionId = '', groupId = '' } = useRoute().values;
  return <OverviewPane key={`${connectionId} ${groupId}`} group={{ connectionId, groupId }} isWide />;
}
