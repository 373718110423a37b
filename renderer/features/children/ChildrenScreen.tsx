// The child Missions below a Mission as a tree: each branch is asked for when it is opened; closed ones stay in it. Beside it, what
// the chosen one needs.
import { Button } from '@mantine/core';
import { IconArrowUp, IconSitemap } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { ChildRowModel } from '../../../core/contract/children.ts';
import type { GroupAddress } from '../../app/last-group.ts';
import { go, hrefOf, useRouteValue } from '../../app/route.ts';
import { useTexts } from '../../i18n/i18n.ts';
import { useLive } from '../../transport/desk.tsx';
import { GroupPicker, useGroup } from '../../ui/GroupPicker.tsx';
import { Pane, Panes } from '../../ui/Pane.tsx';
import { useRowKeys } from '../../ui/row-keys.ts';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { ChildBranch } from './ChildBranch.tsx';
import { ChildPane } from './ChildPane.tsx';
import { moveInTree } from './tree-keys.ts';
import '../review/review.css';
import './children.css';

export function ChildrenScreen() {
  const { t } = useTexts();
  const group = useGroup();
  if (group === undefined) {
    return (
      <Pane title={t('terms.children.title')} toolbar={<GroupPicker place="children" group={group} />}>
        <EmptyState
          icon={<IconSitemap size={28} stroke={1.5} />}
          title={t('plan.noMission')}
          action={<Button onClick={() => go('missions', { create: 'new' })}>{t('missions.create')}</Button>}
        />
      </Pane>
    );
  }
  return <Tree key={`${group.connectionId} ${group.groupId}`} group={group} />;
}

function Tree(props: { readonly group: GroupAddress }) {
  const { group } = props;
  const { connectionId, groupId } = group;
  const { t } = useTexts();
  const { rows, summary, isComplete } = useLive('children.follow', { connectionId, groupId });
  const [childId, choose] = useRouteValue('child');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  // Branches report what they show, so that a chosen child is found wherever it is in the tree.
  const [known, setKnown] = useState<ReadonlyMap<string, ChildRowModel>>(new Map());
  const tree = useRef<HTMLUListElement>(null);
  const selectedId = childId ?? rows[0]?.id;
  const selected = selectedId === undefined ? undefined : (known.get(selectedId) ?? rows[0]);
  const toggle = (id: string, isOpen: boolean): void => {
    const next = new Set(open);
    if (isOpen) next.add(id);
    else next.delete(id);
    setOpen(next);
  };
  useRowKeys({
    rows: () => tree.current,
    choose: selected === undefined ? undefined : () => choose(selected.id),
    // What nobody let us see has nothing but what stands beside it.
    open:
      selected?.isSeen === true
        ? () => go('mission', { connectionId, groupId: selected.groupId })
        : undefined,
    openWords: t('terms.children.openChild'),
  });
  useShortcuts([
    {
      id: 'next-row',
      words: t('frame.shortcuts.nextRow'),
      run: () => moveInTree(tree.current, 1),
    },
    {
      id: 'previous-row',
      words: t('frame.shortcuts.previousRow'),
      run: () => moveInTree(tree.current, -1),
    },
    {
      id: 'preview',
      words: t('terms.children.fold'),
      isOff: selected === undefined || selected.childCount === 0,
      run: () => {
        if (selected !== undefined) toggle(selected.id, !open.has(selected.id));
      },
    },
  ]);
  const list = (
    <Pane
      title={t('terms.children.title')}
      toolbar={<GroupPicker place="children" group={group} />}
      subtitle={
        summary === undefined
          ? undefined
          : t('terms.children.depthOf', { depth: summary.depth, limit: summary.depthLimit })
      }
    >
      {summary?.parent !== undefined && (
        <p>
          <a href={hrefOf('children', { connectionId, groupId: summary.parent.groupId })}>
            <IconArrowUp size={14} aria-hidden /> {summary.parent.title}
          </a>
        </p>
      )}
      {summary !== undefined && summary.title !== '' && (
        <p className="children-root line">
          <a className="strong" href={hrefOf('mission', group)}>
            {summary.title}
          </a>
          <StateWord state="active" words={summary.stateWords} />
        </p>
      )}
      {!isComplete ? (
        <Skeleton />
      ) : rows.length === 0 ? (
        <EmptyState
          icon={<IconSitemap size={28} stroke={1.5} />}
          title={t('terms.children.none')}
          body={t('terms.children.noneBody')}
          action={<Button onClick={() => go('plan', group)}>{t('terms.children.toPlan')}</Button>}
        />
      ) : (
        <ul ref={tree} className="child-tree" role="tree" aria-label={t('terms.children.title')}>
          <ChildBranch
            group={group}
            rows={rows}
            level={1}
            open={open}
            selectedId={selected?.id}
            onToggle={toggle}
            onSelect={(row) => choose(row.id)}
            onRows={(shown) => {
              if (shown.every((row) => known.get(row.id) === row)) return;
              setKnown((before) => new Map([...before, ...shown.map((row) => [row.id, row] as const)]));
            }}
          />
        </ul>
      )}
    </Pane>
  );
  return (
    <Panes
      list={list}
      listSize="wide"
      isDetailOpen={childId !== undefined}
      detail={
        selected === undefined ? (
          <Pane title={t('common.detail')}>
            <EmptyState
              icon={<IconSitemap size={28} stroke={1.5} />}
              title={t('terms.children.choose')}
              body={t('terms.children.chooseBody')}
            />
          </Pane>
        ) : (
          <ChildPane key={selected.id} row={selected} onBack={() => choose(undefined)} />
        )
      }
    />
  );
}
