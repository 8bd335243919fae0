import { Component, type ReactNode } from 'react';

interface Props {
  /** After a new configuration or new data, the widget is rendered again. */
  resetKey: unknown;
  fallback(reset: () => void): ReactNode;
  children: ReactNode;
}
interface State {
  failed: boolean;
  resetKey: unknown;
}

/** Catches an error of one widget, so that the others are not affected. */
export class WidgetBoundary extends Component<Props, State> {
  override state: State = { failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { failed: false, resetKey: props.resetKey };
  }

  override render() {
    return this.state.failed
      ? this.props.fallback(() => this.setState({ failed: false }))
      : this.props.children;
  }
}
