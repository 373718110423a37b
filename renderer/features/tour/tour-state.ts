// Whether the tour is under way.
import { create } from 'zustand';

export const useTour = create<{ readonly isOpen: boolean }>()(() => ({ isOpen: false }));

export function openTour(): void {
  useTour.setState({ isOpen: true });
}

export function closeTour(): void {
  useTour.setState({ isOpen: false });
}
