// The object that a screen is about, for the menu of its actions (`.`). The newest that is shown is meant.
import { useLayoutEffect, useRef } from 'react';
import { create } from 'zustand';
import type { ActionModel } from '../../core/contract/values.ts';

interface ShownObject {
  readonly id: string;
  /** Where it can be opened by others, as a link. */
  readonly link: string | undefined;
}

interface ShownActions {
  readonly actions: readonly ActionModel[];
  readonly act: (action: ActionModel) => void;
}

interface ObjectMenu {
  readonly isOpen: boolean;
  readonly objects: readonly (ShownObject & { readonly key: symbol })[];
  readonly actions: readonly (ShownActions & { readonly key: symbol })[];
}

export const useObjectMenu = create<ObjectMenu>()(() => ({ isOpen: false, objects: [], actions: [] }));

export function openObjectMenu(): void {
  useObjectMenu.setState({ isOpen: true });
}

export function closeObjectMenu(): void {
  useObjectMenu.setState({ isOpen: false });
}

/** Names the object while the component is shown. */
export function useShownObject(id: string, link: string | undefined, isMeant: boolean): void {
  useLayoutEffect(() => {
    if (!isMeant) return undefined;
    const key = Symbol('object');
    useObjectMenu.setState(({ objects }) => ({ objects: [...objects, { key, id, link }] }));
    return () =>
      useObjectMenu.setState(({ objects }) => ({ objects: objects.filter((each) => each.key !== key) }));
  }, [id, link, isMeant]);
}

/** Offers actions while the component is shown. */
export function useShownActions(actions: readonly ActionModel[], act: (action: ActionModel) => void): void {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  // Screens make the list anew each time they are drawn.
  const shape = JSON.stringify(actions);
  useLayoutEffect(() => {
    const key = Symbol('actions');
    const shown = {
      key,
      actions: JSON.parse(shape) as readonly ActionModel[],
      act: (action: ActionModel) => latest.current(action),
    };
    useObjectMenu.setState(({ actions: before }) => ({ actions: [...before, shown] }));
    return () =>
      useObjectMenu.setState(({ actions: before }) => ({
        actions: before.filter((each) => each.key !== key),
      }));
  }, [shape]);
}
