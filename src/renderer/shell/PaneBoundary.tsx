/** A pane that breaks says so in its own place; the others go on. */
import { Component, type ReactNode } from 'react';
import { act } from '../act/bridge.ts';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
}

export class PaneBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: Error): void {
    void act('app.reportFault', { where: this.props.title.slice(0, 80), message: error.message.slice(0, 500) });
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="empty" role="alert">
        <span>{this.props.title} stopped because of an error; the log has it.</span>
        <span>
          <button type="button" className="button" onClick={() => this.setState({ failed: false })}>
            Open it again
          </button>
        </span>
      </div>
    );
  }
}
