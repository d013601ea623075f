import { Component, type ComponentChildren } from "preact";

interface BoundaryProps {
  /** What to show instead; `again` draws the children anew. */
  fallback: (again: () => void) => ComponentChildren;
  children: ComponentChildren;
}

/** Catches what a screen throws while drawing, so that the page keeps a way on. */
export class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static override getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    console.error(error);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return this.props.fallback(() => this.setState({ failed: false }));
  }
}
