// Moving in a tree that is drawn branch by branch: in the order in which its items stand on the screen.

function itemsOf(tree: HTMLElement | null): readonly HTMLElement[] {
  return tree === null ? [] : [...tree.querySelectorAll<HTMLElement>('[role="treeitem"]')];
}

/** Chooses the item that is so many steps away, and puts the focus on it. */
export function moveInTree(tree: HTMLElement | null, step: number): void {
  const items = itemsOf(tree);
  const index = items.findIndex((each) => each.getAttribute('aria-selected') === 'true');
  const next = items[Math.min(items.length - 1, Math.max(0, index + step))];
  next?.focus();
  next?.click();
}

/** The item above or below by level. */
export function leaveBranch(item: HTMLElement): void {
  const parent = item.parentElement?.closest<HTMLElement>('[role="treeitem"]');
  parent?.focus();
  parent?.click();
}

export function enterBranch(item: HTMLElement): void {
  const child = item.querySelector<HTMLElement>('[role="treeitem"]');
  child?.focus();
  child?.click();
}
