import type { Viewpoint } from "../props";

export interface SceneHandle {
  update(props: object): void;
  look(viewpoint: Viewpoint): void;
  dispose(): void;
}

export async function openScene(
  _host: HTMLElement,
  _p: object,
  _v: Viewpoint,
  _broken: () => void,
): Promise<SceneHandle> {
  throw new Error("not yet");
}
