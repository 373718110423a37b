// A binary heap that can also take out an element from its middle.

/** The least element first. An element may be in the heap once; its order must not change while it is in. */
export class IndexedHeap<Element> {
  private readonly elements: Element[] = [];
  private readonly places = new Map<Element, number>();
  private readonly isBefore: (a: Element, b: Element) => boolean;

  constructor(isBefore: (a: Element, b: Element) => boolean) {
    this.isBefore = isBefore;
  }

  get size(): number {
    return this.elements.length;
  }

  first(): Element | undefined {
    return this.elements[0];
  }

  has(element: Element): boolean {
    return this.places.has(element);
  }

  add(element: Element): void {
    if (this.places.has(element)) throw new Error('the element is in the heap already');
    this.elements.push(element);
    this.rise(element, this.elements.length - 1);
  }

  /** Takes an element out; false when it was not in. */
  remove(element: Element): boolean {
    const place = this.places.get(element);
    if (place === undefined) return false;
    this.places.delete(element);
    const last = this.elements.pop();
    if (last === undefined || last === element) return true;
    // Whatever stood last fills the gap, and belongs above or below it.
    this.rise(last, place);
    this.sink(last, this.places.get(last) ?? place);
    return true;
  }

  values(): readonly Element[] {
    return this.elements;
  }

  private rise(element: Element, from: number): void {
    let place = from;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = this.elements[above] as Element;
      if (!this.isBefore(element, parent)) break;
      this.put(parent, place);
      place = above;
    }
    this.put(element, place);
  }

  private sink(element: Element, from: number): void {
    let place = from;
    for (;;) {
      const left = 2 * place + 1;
      if (left >= this.elements.length) break;
      const right = left + 1;
      const isRightFirst =
        right < this.elements.length &&
        this.isBefore(this.elements[right] as Element, this.elements[left] as Element);
      const below = isRightFirst ? right : left;
      const child = this.elements[below] as Element;
      if (!this.isBefore(child, element)) break;
      this.put(child, place);
      place = below;
    }
    this.put(element, place);
  }

  private put(element: Element, place: number): void {
    this.elements[place] = element;
    this.places.set(element, place);
  }
}
