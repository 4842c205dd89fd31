/** Error boundary of one pane; the others keep running. */
import { Component, type ReactNode } from 'react';
import { act } from '../../act/bridge.ts';

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
        <span>{this.props.title} stopped because of an error. The log has the details.</span>
        <span>
          <button type="button" className="button" onClick={() => this.setState({ failed: false })}>
            Reopen
          </button>
        </span>
      </div>
    );
  }
}
