// Another Coordinator for a Mission: the owner appoints one, the successor works through what was left, and whoever was replaced hands
// on what it cannot send any more.
import { SegmentedControl } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { hrefOf, useRoute, useRouteValue } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { Pane } from '../../ui/Pane.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { Checklist } from './Checklist.tsx';
import { PackagePart } from './PackagePart.tsx';
import { ReplacePart } from './ReplacePart.tsx';
import { StaleNote } from './StaleNote.tsx';
import { type TakeoverModel, takeoverModelOf, type TakeoverPlace } from './takeover-model.ts';
import '../approvals/approvals.css';
import '../review/review.css';
import '../children/children.css';
import './takeover.css';

const VIEWS = ['replace', 'checklist', 'package'] as const;
type View = (typeof VIEWS)[number];

export function TakeoverScreen() {
  const { t } = useTexts();
  const { connectionId, groupId } = useRoute().values;
  if (connectionId === undefined || groupId === undefined) return <Gone />;
  return (
    <Takeover
      key={`${connectionId} ${groupId}`}
      place={{ connectionId, groupId }}
      title={t('terms.takeover.title')}
    />
  );
}

function Gone() {
  const { t } = useTexts();
  return (
    <Pane title={t('terms.takeover.title')}>
      <EmptyState
        icon={<IconArrowsExchange size={24} stroke={1.5} />}
        title={t('terms.takeover.none')}
        body={t('terms.takeover.noneBody')}
      />
    </Pane>
  );
}

/** What usually comes next for whoever looks. */
function firstView({ header }: TakeoverModel): View {
  if (header.standing === 'coordinator') return 'checklist';
  return header.standing === 'owner-and-coordinator' && header.isTermLive ? 'checklist' : 'replace';
}

function Takeover(props: { readonly place: TakeoverPlace; readonly title: string }) {
  const { place, title } = props;
  const { t } = useTexts();
  const [successor, chooseSuccessor] = useRouteValue('successor');
  const [chosenView, chooseView] = useRouteValue('view');
  const { rows, isComplete } = useLive('takeover.follow', {
    ...place,
    ...(successor === undefined ? {} : { successorAgentId: successor }),
  });
  const model = takeoverModelOf(rows);
  const stale = rows.find((row) => row.section === 'stale');
  if (model === undefined) {
    if (isComplete && stale === undefined) return <Gone />;
    return (
      <Pane title={title}>
        {stale === undefined ? <Skeleton /> : <StaleNote place={place} stale={stale} />}
      </Pane>
    );
  }
  const view = VIEWS.find((each) => each === chosenView) ?? firstView(model);
  return (
    <Pane
      title={`${title} · ${model.header.missionTitle}`}
      subtitle={<StateWord state="active" words={model.header.stateWords} />}
      toolbar={
        <SegmentedControl
          size="xs"
          aria-label={t('terms.takeover.view')}
          data={VIEWS.map((value) => ({ value, label: t(`terms.takeover.views.${value}`) }))}
          value={view}
          onChange={chooseView}
        />
      }
    >
      <div className="takeover">
        {stale !== undefined && (
          <StaleNote place={place} stale={stale} conversationId={model.header.conversationId} />
        )}
        <p>
          <a href={hrefOf('mission', place)}>{model.header.missionTitle}</a> ·{' '}
          {t('terms.takeover.leads', {
            name: model.header.coordinator.name,
            epoch: model.header.coordinatorEpoch,
          })}{' '}
          · {t('terms.takeover.owner', { name: model.header.owner.name })}
        </p>
        {view === 'replace' && (
          <ReplacePart
            place={place}
            model={model}
            successorId={successor}
            onSuccessor={chooseSuccessor}
            onAppointed={() => chooseView('checklist')}
          />
        )}
        {view === 'checklist' && (
          <Checklist place={place} model={model} onPackage={() => chooseView('package')} />
        )}
        {view === 'package' && <PackagePart place={place} model={model} />}
      </div>
    </Pane>
  );
}
