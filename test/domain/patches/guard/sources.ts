// A test and what it tests in each of many languages, for patches to work on.

export interface Source {
  path: string
  text: string
}

export const TESTS = {
  ts: {
    path: 'src/cart/cart.test.ts',
    text: `import { total, discount } from './cart'

describe('cart', () => {
  // Prices are in cents.
  it('adds prices', () => {
    expect(total([100, 250])).toBe(350)
  })

  it('takes a discount off', async () => {
    const price = await discount(1000, 'SPRING')
    expect(price).toEqual({ amount: 900, code: 'SPRING' })
    expect(() => total([-1])).toThrow('negative')
  })
})
`
  },
  tap: {
    path: 'test/queue.test.js',
    text: `import t from 'tap'
import { open } from '../src/queue.js'

t.test('a job is handed out once', async (t) => {
  const queue = open()
  queue.add('a')
  t.equal(queue.take(), 'a')
  t.equal(queue.take(), null)
})
`
  },
  py: {
    path: 'tests/test_ledger.py',
    text: `import pytest
from ledger import Ledger, Overdrawn


def test_balance_adds_up():
    ledger = Ledger()
    ledger.add(5)
    ledger.add(7)
    assert ledger.balance == 12


def test_overdraft_is_refused():
    ledger = Ledger()
    with pytest.raises(Overdrawn):
        ledger.take(1)
    assert ledger.entries == []
`
  },
  unittest: {
    path: 'app/tests.py',
    text: `import unittest
from app.slug import slug


class SlugTest(unittest.TestCase):
    def test_lowers(self):
        self.assertEqual(slug('Ab C'), 'ab-c')

    def test_refuses_nothing(self):
        with self.assertRaises(ValueError):
            slug('')
`
  },
  go: {
    path: 'internal/ring/ring_test.go',
    text: `package ring

import "testing"

func TestPush(t *testing.T) {
	r := New(2)
	r.Push(1)
	if got := r.Len(); got != 1 {
		t.Fatalf("length is %d", got)
	}
}

func TestWraps(t *testing.T) {
	r := New(1)
	r.Push(1)
	r.Push(2)
	require.Equal(t, 2, r.Last())
}
`
  },
  rs: {
    path: 'src/parse.rs',
    text: `pub fn parse(text: &str) -> Option<u32> {
    text.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_numbers() {
        assert_eq!(parse(" 42 "), Some(42));
    }

    #[test]
    fn refuses_words() {
        assert!(parse("forty").is_none());
    }
}
`
  },
  java: {
    path: 'src/test/java/org/acme/ClockTest.java',
    text: `package org.acme;

import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.Test;

class ClockTest {
    @Test
    void ticks() {
        Clock clock = new Clock(10);
        clock.tick();
        assertEquals(11, clock.now());
    }

    @Test
    void neverGoesBack() {
        assertThrows(IllegalArgumentException.class, () -> new Clock(-1));
    }
}
`
  },
  kt: {
    path: 'app/src/test/kotlin/org/acme/MoneyTest.kt',
    text: `package org.acme

import kotlin.test.Test
import kotlin.test.assertEquals

class MoneyTest {
    @Test
    fun \`adds amounts\`() {
        assertEquals(Money(30), Money(10) + Money(20))
    }
}
`
  },
  rb: {
    path: 'spec/models/user_spec.rb',
    text: `RSpec.describe User do
  it 'greets by name' do
    expect(User.new('Ada').greeting).to eq('Hello, Ada')
  end

  it 'refuses an empty name' do
    expect { User.new('') }.to raise_error(ArgumentError)
  end
end
`
  },
  php: {
    path: 'tests/Unit/PriceTest.php',
    text: `<?php

final class PriceTest extends TestCase
{
    public function testRounds(): void
    {
        $this->assertSame(11, (new Price(10.6))->rounded());
    }

    public function testRefusesNegative(): void
    {
        $this->expectException(InvalidArgumentException::class);
        new Price(-1);
    }
}
`
  },
  cs: {
    path: 'tests/Acme.Tests/QueueTests.cs',
    text: `using Xunit;

public class QueueTests
{
    [Fact]
    public void TakesInOrder()
    {
        var queue = new Queue();
        queue.Add("a");
        Assert.Equal("a", queue.Take());
    }
}
`
  },
  cpp: {
    path: 'tests/matrix_test.cpp',
    text: `#include <gtest/gtest.h>
#include "matrix.h"

TEST(Matrix, Multiplies) {
  Matrix a(2, 2);
  EXPECT_EQ(a.rows(), 2);
  ASSERT_NEAR(a.norm(), 1.5, 0.001);
}
`
  },
  ex: {
    path: 'test/mailer_test.exs',
    text: `defmodule MailerTest do
  use ExUnit.Case

  test "delivers once" do
    assert Mailer.deliver(:welcome) == {:ok, 1}
  end
end
`
  }
} as const satisfies Record<string, Source>

export type Language = keyof typeof TESTS
