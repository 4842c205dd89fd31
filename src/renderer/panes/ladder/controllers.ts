/** Controllers of the ladders on screen by pane, for their headers and actions. */
import type { LadderController } from './controller.ts';

const controllers = new Map<string, LadderController>();

/** The controller of the pane's ladder while it is on screen; null before a market is chosen and behind another tab. */
export function controllerOf(paneId: string): LadderController | null {
  return controllers.get(paneId) ?? null;
}

/** Makes a controller the pane's own, for keys and the header; the returned function ends that. */
export function offerController(paneId: string, controller: LadderController): () => void {
  controllers.set(paneId, controller);
  return () => {
    if (controllers.get(paneId) === controller) controllers.delete(paneId);
  };
}
