import { Input } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../kit/theme/Icon.tsx';

const PAUSE_MS = 300;

interface Props {
  label: string;
  value: string;
  onSearch(text: string): void;
}

/** Searches after a pause in typing, or when the user presses Enter. */
export function SearchBox({ label, value, onSearch }: Props) {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setText(value), [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (next: string, wait: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(next.trim()), wait);
  };
  return (
    <Input
      className="wd-list-search"
      type="search"
      allowClear
      maxLength={200}
      prefix={<Icon name="search" />}
      placeholder={label}
      aria-label={label}
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        search(event.target.value, PAUSE_MS);
      }}
      onPressEnter={() => search(text, 0)}
    />
  );
}
