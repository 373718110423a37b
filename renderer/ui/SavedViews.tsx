// Views of a place under names: kept on this computer, copied as text, and taken from a text that somebody has sent.
import { ActionIcon, Button, Popover, TextInput } from '@mantine/core';
import { IconBookmark, IconCopy, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  formatView,
  parseView,
  type PlaceView,
  VIEW_PARTS,
  type ViewPlace,
} from '../../core/contract/view-text.ts';
import { useTexts } from '../i18n/i18n.ts';
import { useDesk, useRequest } from '../transport/desk.tsx';
import { announce } from './announce.ts';
import { drop } from './drop.ts';
import { FaultNote } from './states.tsx';
import './saved-views.css';

/** What is looked at now; parts that are as usual are undefined. */
export type ViewValues = Readonly<Record<string, string | undefined>>;

export function SavedViews(props: {
  readonly place: ViewPlace;
  readonly values: ViewValues;
  /** Every part of the place, those that are as usual as undefined. */
  readonly onApply: (values: ViewValues) => void;
}) {
  const { place } = props;
  const { t } = useTexts();
  const desk = useDesk();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const { data } = useQuery({ queryKey: ['views'], queryFn: () => desk.views.list() });
  const save = useRequest(desk.views.save);
  const remove = useRequest(desk.views.remove);
  const values = setParts(place, props.values);
  const isUsual = Object.keys(values).length === 0;
  const again = () => queries.invalidateQueries({ queryKey: ['views'] });
  const keep = async (view: PlaceView): Promise<void> => {
    if ((await save.run({ ...view, values: { ...view.values } })) === undefined) return;
    setName('');
    await again();
  };
  const apply = (view: PlaceView): void => {
    const parts = VIEW_PARTS[place].map((part) => [part, view.values[part]] as const);
    props.onApply(Object.fromEntries(parts));
  };
  const copy = async (view: PlaceView): Promise<void> => {
    await navigator.clipboard.writeText(formatView(view));
    announce(t('common.copied'));
  };
  const views = (data?.views ?? []).filter((view) => view.place === place);
  const typed = name.trim();
  const given = parseView(typed);
  const isText = typed.includes('://');
  const textFault = !isText
    ? undefined
    : !given.ok
      ? t(`common.views.faults.${given.reason}`, { part: given.part })
      : given.view.place === place
        ? undefined
        : t('common.views.otherPlace', { place: t(`frame.place.${given.view.place}`) });
  const canKeep = typed !== '' && textFault === undefined && (isText || !isUsual);
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconBookmark size={14} />}>
          {t('common.views.title')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className="saved-views stack">
        {views.length === 0 && <p className="muted">{t('common.views.none')}</p>}
        <ul className="plain-list">
          {views.map((view) => (
            <li key={view.name} className="line">
              <Button
                className="grow"
                variant="subtle"
                justify="flex-start"
                title={Object.values(view.values).join(' · ')}
                onClick={() => apply(view)}
              >
                {view.name}
              </Button>
              <ActionIcon
                variant="subtle"
                aria-label={t('common.views.copy', { name: view.name })}
                onClick={() => drop(() => copy(view))}
              >
                <IconCopy size={16} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                aria-label={t('common.views.remove', { name: view.name })}
                onClick={() =>
                  drop(async () => {
                    await remove.run({ place, name: view.name });
                    await again();
                  })
                }
              >
                <IconTrash size={16} />
              </ActionIcon>
            </li>
          ))}
        </ul>
        <form
          className="line"
          onSubmit={(event) => {
            event.preventDefault();
            if (!canKeep) return;
            if (!isText) drop(() => keep({ name: typed, place, values }));
            else if (given.ok) {
              apply(given.view);
              drop(() => keep(given.view));
            }
          }}
        >
          <TextInput
            className="grow"
            size="xs"
            aria-label={t('common.views.name')}
            placeholder={t('common.views.name')}
            value={name}
            error={textFault}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" disabled={!canKeep}>
            {t('common.views.keep')}
          </Button>
        </form>
        {save.fault !== undefined && <FaultNote fault={save.fault} />}
        <p className="muted">{t(isUsual ? 'common.views.usual' : 'common.views.hint')}</p>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The parts that are not as usual. */
function setParts(place: ViewPlace, values: ViewValues): Record<string, string> {
  const set: Record<string, string> = {};
  for (const part of VIEW_PARTS[place]) {
    const value = values[part];
    if (value !== undefined && value !== '') set[part] = value;
  }
  return set;
}
