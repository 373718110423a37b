// The demo organization, and the panel that makes things happen in it.
import { Button } from '@mantine/core';
import { IconBell, IconFlask, IconPlayerPlay } from '@tabler/icons-react';
import type { ScenarioRow } from '../../../core/contract/demo.ts';
import { go } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useDesk, useLive, useRequest } from '../../transport/desk.tsx';
import { drop } from '../../ui/drop.ts';
import { Pane } from '../../ui/Pane.tsx';
import { EmptyState, FaultNote, LostNote, Skeleton } from '../../ui/states.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { TourButton } from '../tour/Tour.tsx';
import './demo.css';

/** Of `StateWord`: sign and colour. */
const STATES: { readonly [State in ScenarioRow['state']]: string } = {
  idle: 'open',
  running: 'sent',
  done: 'verified',
  failed: 'failed',
};

export function DemoScreen() {
  const { t } = useTexts();
  const desk = useDesk();
  const list = useLive('demo.follow');
  const start = useRequest(desk.demo.start);
  const reset = useRequest(desk.demo.reset);
  const stop = useRequest(desk.demo.stop);
  const { summary } = list;
  const fault = start.fault ?? reset.fault ?? stop.fault;
  const isRunning = summary?.state === 'running';
  return (
    <Pane
      title={t('computer.demo.title')}
      subtitle={summary?.words.text}
      toolbar={
        isRunning && (
          <>
            <Button
              variant="default"
              leftSection={<IconBell size={14} />}
              onClick={() => go('attention', {})}
            >
              {t('computer.demo.toAttention')}
            </Button>
            <Button
              variant="default"
              title={t('computer.demo.resetHint')}
              loading={reset.isRunning}
              onClick={() => drop(() => reset.run())}
            >
              {t('computer.demo.reset')}
            </Button>
            <Button
              variant="subtle"
              color="gray"
              title={t('computer.demo.resetHint')}
              loading={stop.isRunning}
              onClick={() => drop(() => stop.run())}
            >
              {t('computer.demo.stop')}
            </Button>
          </>
        )
      }
    >
      {fault !== undefined && <FaultNote fault={fault} />}
      {(start.isLost || reset.isLost || stop.isLost) && <LostNote />}
      {summary === undefined ? (
        <Skeleton />
      ) : isRunning ? (
        <div className="stack-wide">
          <div className="line-apart">
            <h3>{t('computer.demo.scenarios')}</h3>
            <TourButton isPrimary />
          </div>
          <p className="muted">{t('computer.demo.scenariosBody')}</p>
          <ul className="plain-list demo-scenarios">
            {list.rows.map((row) => (
              <Scenario key={row.id} row={row} />
            ))}
          </ul>
        </div>
      ) : (
        <EmptyState
          icon={<IconFlask size={28} stroke={1.5} />}
          title={summary.state === 'absent' ? t('computer.demo.absent') : summary.words.text}
          body={t('computer.demo.absentBody')}
          action={
            <Button
              size="sm"
              loading={start.isRunning || summary.state !== 'absent'}
              onClick={() => drop(() => start.run())}
            >
              {t('computer.demo.start')}
            </Button>
          }
        />
      )}
    </Pane>
  );
}

function Scenario(props: { readonly row: ScenarioRow }) {
  const { row } = props;
  const { t } = useTexts();
  const desk = useDesk();
  const fire = useRequest(desk.demo.fire);
  return (
    <li className="card demo-scenario">
      <div className="line-apart">
        <h4>{row.words.text}</h4>
        <StateWord
          state={STATES[row.state]}
          words={{ key: row.state, values: {}, text: t(`computer.demo.state.${row.state}`) }}
        />
      </div>
      <p className="muted">{row.description.text}</p>
      {row.progress !== undefined && <p role="status">{row.progress.text}</p>}
      {fire.fault !== undefined && <FaultNote fault={fire.fault} />}
      {fire.isLost && <LostNote />}
      <div className="demo-act">
        {row.reason !== undefined && !row.isAvailable && (
          <span className="muted grow">{row.reason.text}</span>
        )}
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={14} />}
          disabled={!row.isAvailable || row.state === 'running'}
          loading={fire.isRunning}
          aria-label={`${t('computer.demo.fire')}: ${row.words.text}`}
          onClick={() => drop(() => fire.run({ scenario: row.scenario }))}
        >
          {t('computer.demo.fire')}
        </Button>
      </div>
    </li>
  );
}
