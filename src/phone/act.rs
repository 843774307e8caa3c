//! What touching a view does: the link from what is drawn back to the phone's state.

use std::borrow::Cow;

use super::facts::Value;
use super::notice::Notice;
use super::permission::{Answer, Permission};

/// Name of a fact of the phone, as `dark_theme`.
pub(super) type Key = Cow<'static, str>;

/// Name of a page, as `settings/display`; what follows a `?` is its argument.
pub(super) type PageId = Cow<'static, str>;

/// What a tap or a long press does.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) enum Act {
    /// Taken, and nothing happens.
    #[default]
    Nothing,
    /// Shows this page or dialog on top of the current one.
    Go(PageId),
    /// Shows this page in the place of the current one, as a tab does.
    Swap(PageId),
    /// Shows this page of the system over everything.
    Overlay(&'static str),
    /// As the back gesture, but never a matter of the keyboard: closes the dialog, goes up.
    Leave,
    /// The same, without asking about what is unsaved.
    Close,
    /// Shows the page's rows behind "Advanced".
    Expand,
    /// Turns a fact from on to off and back.
    Toggle(Key),
    /// Gives a fact this value.
    Put(Key, Value),
    /// Gives a fact the number that the tapped place on the view stands for, from the first number to the second.
    Slide(Key, i64, i64),
    /// Puts the input focus on this field of the page and opens the keyboard.
    Focus(Key),
    /// Puts the input focus on this field and offers to cut, copy and paste there.
    Menu(Key),
    /// Empties this field of the page.
    Empty(Key),
    /// Gives this field of the page this text.
    Fill(Key, String),
    /// Gives the fact the text of the field: fact, field.
    Keep(Key, Key),
    /// Goes to the web address that this field of the page has in it, if that has the focus.
    Visit(Key),
    /// Gives the fact the page's argument as its text.
    PutArgument(Key),
    /// Deletes the fact of this name and all that are told about it: those whose names begin so and go on with a dot.
    Drop(Key),
    /// The same; the name is this with the page's argument after it.
    DropArgument(Key),
    /// Deletes all facts whose names begin so.
    Forget(Key),
    /// Does this if the page's app is permitted to; else the system asks first, and it is done once that is allowed.
    Ask(Permission, Box<Act>),
    /// Answers what the system asked.
    Answer(Answer),
    /// Posts a notification of the page's app, if it may.
    Notify(Box<Notice>),
    /// The app in front stops responding, and the system says so.
    Hang,
    /// Closes the system's message that an app is not responding.
    Wait,
    /// Types this text into the focused field.
    Type(Cow<'static, str>),
    /// Presses this Android key code.
    Press(i32),
    /// Turns the keyboard to its other layer.
    Layer(Layer),
    /// Closes the keyboard.
    HideKeyboard,
    /// Brings this package to the front, starting it if needed.
    Launch(Cow<'static, str>),
    /// Stops the package that is the page's argument, as "Force stop" does.
    StopArgument,
    /// Deletes the package that is the page's argument, as "Uninstall" does.
    DeleteArgument,
    /// Ends all tasks and shows the home screen.
    ClearTasks,
    /// Does this with the files that are the page's argument.
    Files(Deed),
    /// The first if the fact is this text, else the second.
    IfText(Key, &'static str, Box<Act>, Box<Act>),
    /// One after the other.
    All(Vec<Act>),
}

/// What is done with files. The paths are the lines of the page's argument, a new name is its field `name`. Done, it
/// closes the page and selects nothing in the one below; if it cannot be done, the page's field `problem` says why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Deed {
    /// Deletes them.
    Delete,
    /// Gives the first another name.
    Rename,
    /// Makes a folder in the first.
    NewFolder,
    /// Puts all but the first into the first.
    Move,
    /// The same, and leaves them where they were too.
    Copy,
}

/// A layer of the keyboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Layer {
    /// Small letters.
    #[default]
    Letters,
    /// Capital letters.
    Capitals,
    /// Digits and signs.
    Symbols,
}

/// What dragging a finger over a view does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Drag {
    /// Scrolls the page's content, which reaches this many pixels beyond what is shown.
    Scroll(i32),
    /// Pulled up, does the first; pulled down, the second.
    Pull(Act, Act),
}
