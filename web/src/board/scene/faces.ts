import { MeshStandardMaterial } from "three";
import { drawFace, type Face } from "./face";
import { textureOf } from "./paint";

/** The materials of faces, shared by what they show, and forgotten as soon as no piece shows it. */
export class Faces {
  private readonly made = new Map<string, MeshStandardMaterial>();
  private used = new Set<string>();

  get(face: Face): MeshStandardMaterial {
    const name = JSON.stringify(face);
    this.used.add(name);
    const there = this.made.get(name);
    if (there) return there;
    // why so rough: a shine would turn black ink grey
    const material = new MeshStandardMaterial({ map: textureOf(drawFace(face)), roughness: 1 });
    this.made.set(name, material);
    return material;
  }

  begin(): void {
    this.used = new Set();
  }

  /** Drops what was not asked for since `begin`. */
  prune(): void {
    for (const [name, material] of this.made) {
      if (this.used.has(name)) continue;
      material.map?.dispose();
      material.dispose();
      this.made.delete(name);
    }
  }

  dispose(): void {
    this.begin();
    this.prune();
  }
}
