// The command palette: what can be done here first, then places, Missions, agents and how the window looks. A prefix narrows:
// `>` commands, `#` Missions, `@` agents, `:` a sequence of the history, `?` what the keys of this screen do.
import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { helpTitle, topicOf } from '../features/help/help-book.ts';
import { HELP_TOPICS } from '../features/help/help-types.ts';
import { openTour } from '../features/tour/tour-state.ts';
import { useTexts } from '../i18n/i18n.ts';
import { useDesk, useLive } from '../transport/desk.tsx';
import { type KeyActionId, keysOf } from '../ui/key-actions.ts';
import { keyLabel, useKeyboard } from '../ui/shortcuts.ts';
import { useLastGroup } from './last-group.ts';
import { RAIL_PLACES } from './rail-places.ts';
import { go, useRoute } from './route.ts';
import { useInstallation } from './settings.tsx';
import { toggleShortcutSheet } from './shortcut-sheet-state.ts';

const APPEARANCES = ['system', 'light', 'dark', 'high-contrast'] as const;
const LIMIT = 40;

type Group = SpotlightActionGroupData & { readonly prefix: string };

export function Palette() {
  const { t, language } = useTexts();
  const { settings, change, capabilities } = useInstallation();
  const desk = useDesk();
  const { layers, bindings } = useKeyboard();
  const route = useRoute();
  const hint = (id: KeyActionId): { rightSection?: React.ReactNode } => {
    const [first] = keysOf(id, bindings);
    return first === undefined
      ? {}
      : { rightSection: <kbd className="key-hint">{keyLabel(first, language)}</kbd> };
  };
  const missions = useLive('missions.follow').rows;
  const agents = useLive('people.agents').rows;
  const { group: last } = useLastGroup();
  const [first] = missions;
  // A sequence means the Mission that was looked at last.
  const log = last ?? (first && { connectionId: first.connectionId, groupId: first.groupId });

  const here: SpotlightActionData[] = layers
    .filter(({ scope }) => scope === 'here')
    .flatMap(({ shortcuts }) => shortcuts)
    .map(({ id, words, run, isOff }) => ({
      id: `here ${id} ${words}`,
      label: words,
      disabled: isOff === true,
      ...hint(id),
      onClick: run,
    }));
  const view = (id: string, label: string, onClick: () => void): SpotlightActionData => ({
    id,
    label,
    onClick,
  });
  const keys: SpotlightActionData[] = layers
    .flatMap(({ shortcuts }) => shortcuts)
    .map((shortcut) => ({
      id: `key ${shortcut.id} ${shortcut.words}`,
      label: shortcut.words,
      disabled: shortcut.isOff === true,
      ...hint(shortcut.id),
      onClick: shortcut.run,
    }));
  const help = [
    view('tour', t('guide.tour.begin'), openTour),
    view('help here', t('guide.help.here'), () => go('help', { topic: topicOf(route.place) })),
    ...HELP_TOPICS.map((topic) =>
      view(`help ${topic}`, t('guide.help.page', { page: helpTitle(t, topic) }), () => go('help', { topic })),
    ),
  ];
  const groups: readonly Group[] = [
    { prefix: '?', group: t('guide.help.title'), actions: help },
    { prefix: '?', group: t('frame.palette.shortcuts'), actions: keys },
    { prefix: '>', group: t('frame.palette.here'), actions: here },
    {
      prefix: '>',
      group: t('frame.palette.places'),
      actions: [
        ...RAIL_PLACES.map(({ place, Icon }) => ({
          id: `place ${place}`,
          label: t(`frame.place.${place}`),
          leftSection: <Icon size={16} stroke={1.6} />,
          ...hint(`go-${place}`),
          onClick: () => go(place, {}),
        })),
        ...(capabilities.features.briefs
          ? [view('place briefs', t('frame.place.briefs'), () => go('briefs', {}))]
          : []),
        ...(capabilities.features.demo
          ? [view('place demo', t('frame.place.demo'), () => go('demo', {}))]
          : []),
        view('new mission', t('frame.palette.newMission'), () => go('missions', { create: 'new' })),
        view('place files', t('frame.place.files'), () => go('files', {})),
        view('place search', t('search.label'), () => go('search', {})),
        view('shortcuts', t('frame.palette.shortcuts'), toggleShortcutSheet),
        view('lock', t('frame.palette.lock'), () => {
          desk.keys.lock().catch((fault: unknown) => console.error('The keys could not be locked', fault));
        }),
      ],
    },
    {
      prefix: '#',
      group: t('frame.palette.missions'),
      actions: missions.map(({ id, title, stateWords, connectionId, groupId }) => ({
        id: `mission ${connectionId} ${id}`,
        label: title,
        description: stateWords.text,
        onClick: () => go('mission', { connectionId, groupId }),
      })),
    },
    {
      prefix: '@',
      group: t('frame.palette.agents'),
      actions: agents.map(({ id, agent, connectionId }) => ({
        id: `agent ${connectionId} ${id}`,
        label: agent.name,
        description: agent.id,
        onClick: () => go('agents', { agent: agent.id }),
      })),
    },
    {
      prefix: '>',
      group: t('frame.palette.views'),
      actions: [
        ...APPEARANCES.filter((name) => name !== settings.appearance).map((name) =>
          view(`theme ${name}`, t('frame.palette.theme', { name: t(`frame.theme.${name}`) }), () =>
            change({ appearance: name }),
          ),
        ),
        ...capabilities.languages
          .filter((name) => name !== language)
          .map((name) =>
            view(`language ${name}`, t('frame.palette.language', { name: t(`frame.language.${name}`) }), () =>
              change({ language: name }),
            ),
          ),
      ],
    },
  ];
  /** What the words themselves ask for: a place in the history, or the words wherever they stand. */
  const wishes = (query: string): SpotlightActionGroupData[] => {
    const sequence = /^:\s*(\d{1,15})$/u.exec(query)?.[1];
    if (sequence !== undefined && log !== undefined) {
      const label = t('frame.palette.sequence', { sequence });
      const { connectionId, groupId } = log;
      return [
        {
          group: t('frame.place.history'),
          actions: [view('sequence', label, () => go('history', { connectionId, groupId, sequence }))],
        },
      ];
    }
    const text = query.trim();
    if (text === '' || /^[>#@:?]/u.test(text)) return [];
    const label = t('frame.palette.everything', { text });
    return [
      {
        group: t('frame.place.search'),
        actions: [view('search', label, () => go('search', { text }))],
      },
    ];
  };
  return (
    <Spotlight
      actions={groups.map(({ group, actions }) => ({ group, actions }))}
      shortcut={null}
      limit={LIMIT}
      highlightQuery
      overlayProps={{ blur: 0 }}
      attributes={{ content: { 'aria-label': t('frame.palette.open') } }}
      scrollable
      maxHeight={420}
      nothingFound={t('frame.palette.nothing')}
      filter={(query) => [...filterGroups(groups, query, language), ...wishes(query)]}
      searchProps={{
        leftSection: <IconSearch size={18} stroke={1.6} />,
        placeholder: t('frame.palette.hint'),
        'aria-label': t('frame.palette.open'),
        rightSectionPointerEvents: 'none',
      }}
    />
  );
}

function filterGroups(groups: readonly Group[], query: string, language: string): SpotlightActionGroupData[] {
  const prefix = /^[>#@:?]/u.exec(query)?.[0];
  const wanted = query
    .replace(/^[>#@:?]/u, '')
    .trim()
    .toLocaleLowerCase(language);
  return groups
    .filter((group) => (prefix === undefined ? group.prefix !== '?' : group.prefix === prefix))
    .map(({ group, actions }) => ({
      group,
      actions: actions.filter(({ label, description }) =>
        `${label ?? ''} ${description ?? ''}`.toLocaleLowerCase(language).includes(wanted),
      ),
    }))
    .filter(({ actions }) => actions.length > 0);
}
