/**
 * Places of handles beside their lines: handles that would overlap go to lanes beside each other.
 *
 * Units       CSS pixels.
 */

export interface PlacedHandle {
  readonly y: number;
  readonly width: number;
}

const GAP = 4;

/** Distance of each handle from the edge, in the order given; handles closer than `height` never share a lane. */
export function placeInLanes(handles: readonly PlacedHandle[], height: number): number[] {
  const order = handles.map((_, at) => at).sort((a, b) => handles[a]!.y - handles[b]!.y);
  const lanes: { lastY: number; width: number }[] = [];
  const laneOf: number[] = [];
  for (const at of order) {
    const { y, width } = handles[at]!;
    const free = lanes.findIndex(({ lastY }) => y - lastY >= height);
    const lane = free === -1 ? lanes.length : free;
    lanes[lane] = { lastY: y, width: Math.max(width, lanes[lane]?.width ?? 0) };
    laneOf[at] = lane;
  }
  return laneOf.map((lane) => lanes.slice(0, lane).reduce((sum, { width }) => sum + width + GAP, GAP));
}
